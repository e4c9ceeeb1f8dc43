"""Web app: the service worker that lets readers work offline, and the manifest to install it by."""

import json
from pathlib import Path

from site_fetch import digest

ROOT = Path(__file__).resolve().parent.parent
WORKER = ROOT / "docs" / "_static" / "service-worker.js"
JUPYTERLITE = "lite/service-worker.js"
DIGITS = 16  # of a file's sha256
MANIFEST = {
    "name": "lincourse: linear classifiers",
    "short_name": "lincourse",
    "description": "An open course on linear classifiers, to read and to run, also offline.",
    "start_url": "./index.html",
    "scope": "./",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#0063a0",
    "icons": [
        {"src": "_static/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "_static/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "_static/icon-512.png", "type": "image/png", "sizes": "512x512"},
    ],
}


def write(site: Path) -> None:
    """Write both into a site that is otherwise complete."""
    (site / "manifest.webmanifest").write_text(json.dumps(MANIFEST, indent=1), encoding="utf-8")
    theirs = (site / JUPYTERLITE).read_text(encoding="utf-8")
    (site / "_static" / WORKER.name).unlink(missing_ok=True)  # a template
    files = {
        path.relative_to(site).as_posix(): digest(path.read_bytes())[:DIGITS]
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.name != WORKER.name
    }
    (site / WORKER.name).write_text(worker("./", files), encoding="utf-8")
    both = f"{worker('../', files)}\n(() => {{\n{theirs}\n}})();\n"  # their names are their own
    (site / JUPYTERLITE).write_text(both, encoding="utf-8")


def worker(top: str, files: dict[str, str]) -> str:
    """The service worker of one folder; `top` leads from there to the top of the site."""
    text = WORKER.read_text(encoding="utf-8")
    return text.replace("{{ top }}", top).replace("{{ files }}", json.dumps(files, indent=0))
