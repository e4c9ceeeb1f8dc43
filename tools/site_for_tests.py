"""The site that the browser tests look at, built once per state of its inputs, into _build/.

`tools/test.py` starts this beside the first steps, so that no test has to wait for it from the
beginning; the tests' fixture `site` calls it too, and waits for whoever builds.
"""

import argparse
import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import inputs

DRAWN = "02"  # to draw every figure takes minutes: by day only this lecture has its own


def build(whole: bool) -> Path:
    """The folder with the site as its inputs are now; only the site of one state is kept."""
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
