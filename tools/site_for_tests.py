"""Build the site for the browser tests, once per state of its inputs, into _build/.

`tools/test.py` starts this in the background of its first steps. The fixture `site` calls it too,
and waits for a build that is under way.
"""

import argparse
import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import inputs

DRAWN = "02"  # drawing every figure takes minutes, so only this lecture is drawn by day


def build(whole: bool) -> Path:
    """Return the folder with the up-to-date site; older ones are removed."""
    kind = "whole" if whole else "part"
    folder = inputs.BUILD / f"site-{kind}-{inputs.digest(*inputs.SITE)}"
    inputs.BUILD.mkdir(exist_ok=True)
    with (inputs.BUILD / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            for old in inputs.BUILD.glob("site-*"):
                shutil.rmtree(old)
            script = Path(__file__).with_name("build_site.py")
            command = [sys.executable, str(script), "--output", str(folder)]
            drawn = [] if whole else ["--figures", DRAWN]
            run = subprocess.run([*command, *drawn], capture_output=True, text=True, check=False)
            if run.returncode:
                raise RuntimeError(f"the site can't be built:\n{run.stdout}{run.stderr}")
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--whole", action="store_true", help="with the figures of all lectures")
    print(build(parser.parse_args().whole))
