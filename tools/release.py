"""Release files in `_dist/`: wheels of the three packages, and the course for students as a zip.

`make wheels` builds and checks them. With `--tag v3.0.0`, as the release workflow runs it, the tag
has to be the version in release.toml, and CHANGELOG.md needs an entry with its date.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import metadata

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "_dist"
PACKAGES = (ROOT, ROOT / "packages/misstep", ROOT / "packages/gradebox")
ANSWERS = (b"### BEGIN SOLUTION", b"### BEGIN HIDDEN TESTS", b"check_fresh(")


def main() -> None:
    """Build and check everything, or stop with a sentence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", help="Tag of the release, such as v3.0.0.")
    options = parser.parse_args()
    if options.tag:
        check_tag(options.tag)
    shutil.rmtree(DIST, ignore_errors=True)
    for package in PACKAGES:
        build(package)
    students = students_zip()
    for path in (*sorted(DIST.glob("*.whl")), students):
        check_contents(path)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")


def check_tag(tag: str) -> None:
    """Stop unless the tag, release.toml and CHANGELOG.md agree."""
    about = metadata.release()
    heading = f"## [{about['version']}] - {about['date'] or '(the date in release.toml)'}"
    if tag != f"v{about['version']}":
        sys.exit(f"lincourse: The tag is {tag}, but release.toml says {about['version']}.")
    if heading not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        sys.exit(f"lincourse: CHANGELOG.md has no heading '{heading}'.")


def build(package: Path) -> None:
    """Build the wheel of a package into `_dist/`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(DIST)]
    subprocess.run(command, cwd=package, check=True, stdout=subprocess.DEVNULL)


def students_zip() -> Path:
    """Make the zip of the course for students: a copy without solutions, which sets itself up."""
    version = metadata.release()["version"]
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, f"lincourse-{version}")
        command = [sys.executable, "-m", "lincourse", "students-copy", str(copy)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        name = str(DIST / f"lincourse-{version}-students")
        return Path(shutil.make_archive(name, "zip", scratch, copy.name))


def check_contents(path: Path) -> None:
    """Stop if a file has solutions in it; the wheel of lincourse needs lectures and exercises."""
    with zipfile.ZipFile(path) as archive:
        notebooks = [name for name in archive.namelist() if name.endswith(".ipynb")]
        for name in archive.namelist():
            if "solutions/" in name:
                sys.exit(f"lincourse: {path.name} contains {name}.")
        for name in notebooks:
            content = archive.read(name)
            if any(words in content for words in ANSWERS):
                sys.exit(f"lincourse: {path.name} contains answers, in {name}.")
    count = len(list(ROOT.glob("lectures/*.ipynb"))) + len(list(ROOT.glob("exercises/*/*.ipynb")))
    if path.name.startswith("lincourse-") and len(notebooks) != count:
        sys.exit(f"lincourse: {path.name} has {len(notebooks)} notebooks instead of {count}.")


if __name__ == "__main__":
    main()
