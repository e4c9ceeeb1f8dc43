"""Build the site into `_site/`: pages to read, and under `lite/` the course in the browser.

The folder is all there is to deploy: any web server that serves files will do, at any address.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import site_editor
import site_lite
import site_offline
import site_pages
from site_fetch import SiteError

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Build both parts; return 0 on success."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "_site", help="_site by default")
    parser.add_argument(
        "--pyodide",
        type=Path,
        default=os.environ.get("LINCOURSE_PYODIDE"),
        help="a folder with Pyodide's official distribution, to use in place of the registry's "
        "packages (or set LINCOURSE_PYODIDE)",
    )
    parser.add_argument(
        "--site-url",
        default=os.environ.get("LINCOURSE_SITE_URL") or os.environ.get("LINCOURSE_ADDRESS"),
        metavar="URL",
        help="public address of the site, such as https://example.org/course/, for search engines "
        "and link previews (or set LINCOURSE_SITE_URL); everything else works at any address",
    )
    parser.add_argument("--address", dest="site_url", help=argparse.SUPPRESS)  # the old name
    parser.add_argument(
        "--figures",
        nargs="*",
        metavar="UNIT",
        help="a quick build: draw only the figures of these units, such as 04; lectures of the "
        "others show the still pictures of their notebooks",
    )
    arguments = parser.parse_args()
    pyodide = arguments.pyodide and arguments.pyodide.resolve()
    if arguments.site_url:  # for docs/conf.py
        os.environ["LINCOURSE_SITE_URL"] = f"{arguments.site_url.rstrip('/')}/"
    try:
        build(arguments.output.resolve(), pyodide, arguments.figures)
    except SiteError as error:
        print(f"lincourse: {error}", file=sys.stderr)
        return 1
    print(f"To look at it: python -m http.server -d {os.path.relpath(arguments.output)}")
    return 0


def build(output: Path, pyodide: Path | None, drawn: list[str] | None = None) -> None:
    """Build into a temporary folder beside `output`, then swap it in by rename.

    A build that fails leaves the old site as it was.
    """
    work = ROOT / "_build"
    work.mkdir(exist_ok=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=work) as prepared,
        tempfile.TemporaryDirectory(dir=output.parent, prefix=".site-") as made,
    ):
        whole, folder = Path(made) / "site", Path(prepared)
        start = time.monotonic()
        site_pages.build(new(folder / "pages"), whole, drawn)
        site_editor.add(whole / "_static")
        middle = time.monotonic()
        site_lite.build(new(folder / "lite"), whole / "lite", pyodide)
        site_offline.write(whole)
        end = time.monotonic()
        if output.exists():
            os.replace(output, Path(made) / "old")
        os.replace(whole, output)
    course = size(output / "lite")
    kernel = size(output / "lite" / "static" / "pyodide")
    for part, megabytes, seconds in (
        ("the pages to read", size(output) - course, middle - start),
        ("the course to run", course, end - middle),
    ):
        print(f"{part:20} {megabytes:6.1f} MB, made in {seconds:.0f} s")
    print(f"{'  Python within it':20} {kernel:6.1f} MB")


def new(folder: Path) -> Path:
    """An empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def size(folder: Path) -> float:
    """How many megabytes a folder holds."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


if __name__ == "__main__":
    sys.exit(main())
