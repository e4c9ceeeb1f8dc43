"""Code editor of the exercise pages: CodeMirror 6, bundled by esbuild from its npm packages.

What goes in has exact versions, and what esbuild makes of it is the same on every machine. So the
bundle is known by its sha256, as the wheels of site_fetch.py are, and is kept beside them. To move
to other versions, change them here and build the site, which stops and prints the new sha256.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from site_fetch import CACHE, SiteError, digest, is_right

SHA256 = "9f113fb09da28422867d76d1198356e7871ca97ec0f8d52b19677d8db98f06ea"
PACKAGES = {
    "@codemirror/autocomplete": "6.20.4",
    "@codemirror/commands": "6.11.1",
    "@codemirror/lang-python": "6.2.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/state": "6.7.6",
    "@codemirror/streamparser": "6.0.0",
    "@codemirror/view": "6.43.15",
    "@lezer/common": "1.5.5",
    "@lezer/highlight": "1.2.5",
    "@lezer/lr": "1.4.12",
    "@lezer/python": "1.1.19",
    "@marijn/find-cluster-break": "1.0.4",
    "crelt": "1.0.7",
    "esbuild": "0.28.2",
    "style-mod": "4.1.4",
    "w3c-keyname": "2.2.8",
}
USED = {  # by docs/_static/editor.js
    "@codemirror/autocomplete": "closeBrackets, closeBracketsKeymap",
    "@codemirror/commands": "defaultKeymap, history, historyKeymap, indentWithTab",
    "@codemirror/lang-python": "python",
    "@codemirror/language": "bracketMatching, indentOnInput, indentUnit, syntaxHighlighting",
    "@codemirror/view": "EditorView, keymap, lineNumbers",
    "@lezer/highlight": "tagHighlighter, tags",
}
ESBUILD = "esbuild --bundle --minify --format=esm --target=es2022 --log-level=warning"


def add(static: Path) -> None:
    """Add the bundle to the site's _static folder; without npm, cells are edited as plain text."""
    path = CACHE / "codemirror.js"
    if not is_right(path, SHA256):
        npm = shutil.which("npm")
        if npm is None:
            print("There is no npm here, so the exercise pages have plain text fields, no editor.")
            return
        make(npm, path)
    shutil.copy(path, static)


def make(npm: str, path: Path) -> None:
    """Fetch the packages and bundle them into a file."""
    print("Fetching CodeMirror", flush=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        work = Path(folder)
        scripts = {"bundle": f"{ESBUILD} entry.js --outfile=bundle.js"}
        settings = {"private": True, "dependencies": PACKAGES, "scripts": scripts}
        (work / "package.json").write_text(json.dumps(settings))
        entry = [f'export {{{names}}} from "{package}";\n' for package, names in USED.items()]
        (work / "entry.js").write_text("".join(entry))
        quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
        for command in ([npm, "install", *quiet], [npm, "run", "bundle"]):
            run = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
            if run.returncode:
                raise SiteError(f"CodeMirror could not be fetched and bundled:\n{run.stderr}")
        licence = (work / "node_modules/@codemirror/view/LICENSE").read_text(encoding="utf-8")
        bundle = (work / "bundle.js").read_text(encoding="utf-8")
        content = f"/* CodeMirror and Lezer\n\n{licence.strip()} */\n{bundle}".encode()
    if digest(content) != SHA256:
        raise SiteError(f"CodeMirror is not the one we know: its sha256 is {digest(content)}")
    path.write_bytes(content)
