"""A container for a Hub: Linux namespaces in which root follows a recipe for a whole machine.

    unshare --mount --pid --net --fork --kill-child python hub_machine.py PROXY

Mounts, processes and the network are private: accounts, `/etc`, `/home`, `/opt` and `/srv` are the
container's own and go away with it, the one network device is the loopback, and nothing outlives
the process that started it. `/opt/lincourse` is the environment of the tests without the packages
of this repository, with the proxy that npm installed, and `/srv/lincourse` the clone.
"""

import fcntl
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STAGE = Path("/mnt")
OWN = ["/home", "/opt", "/root", "/srv", "/tmp", "/var/tmp"]
NETWORK_UP = 0x8914  # SIOCSIFFLAGS


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True)


def own(folder, mode="755"):
    """Lay an empty folder over what is there."""
    mount("-t", "tmpfs", "-o", f"mode={mode}", "none", folder)


def bind(source, target):
    """Mount a folder read-only at another path, too."""
    target.mkdir(parents=True, exist_ok=True)
    mount("--bind", source, target)
    mount("-o", "remount,bind,ro", target)


def overlay(target, *lower):
    """A copy on write: what is changed lies in memory."""
    changes = target.with_name(f".{target.name}")
    changes.mkdir(mode=0o700)
    for folder in (target, changes / "upper", changes / "work"):
        folder.mkdir()
    layers = f"lowerdir={':'.join(map(str, lower))}"
    layers += f",upperdir={changes / 'upper'},workdir={changes / 'work'}"
    mount("-t", "overlay", "none", target, "-o", layers)


def loopback_up():
    with socket.socket() as device:
        request = struct.pack("16sH14s", b"lo", 0x1 | 0x40, b"")  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(device, NETWORK_UP, request)


def boot(proxy):
    """Make the machine."""
    mount("--make-rprivate", "/")
    mount("-t", "proc", "proc", "/proc")
    loopback_up()
    python, environment = Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve()
    own(STAGE)
    for name, source in {
        "clone": ROOT, "python": python, "environment": environment, "proxy": proxy, "etc": "/etc",
    }.items():  # fmt: skip
        bind(source, STAGE / name)
    for folder in OWN:
        own(folder, "1777" if "tmp" in folder else "755")
    if ROOT.exists():
        own(ROOT)
    if not (python / "bin").exists():
        bind(STAGE / "python", python)
    own("/etc")
    shutil.copytree(STAGE / "etc", "/etc", symlinks=True, dirs_exist_ok=True)
    shutil.rmtree("/etc/jupyter", ignore_errors=True)
    clone, hub = Path("/srv/lincourse"), Path("/opt/lincourse")
    overlay(clone, STAGE / "clone")
    overlay(hub, STAGE / "proxy", STAGE / "environment")
    for script in (hub / "bin").iterdir():
        if script.is_file() and not script.is_symlink():
            old, new = f"#!{environment}/".encode(), f"#!{hub}/".encode()
            content = script.read_bytes()
            if content.startswith(old):
                script.write_bytes(content.replace(old, new, 1))
    packages = next((hub / "lib").glob("python3*")) / "site-packages"
    for name in ("lincourse", "misstep", "gradebox"):
        for path in [*packages.glob(f"{name}-*.dist-info"), *packages.glob(f"_*_{name}.pth")]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(packages / "rfc3987_syntax")  # as tests/startup does
    subprocess.run(["umount", "--lazy", STAGE], check=True)


if __name__ == "__main__":
    boot(Path(sys.argv[1]).resolve())
    print("ready", flush=True)
    sys.stdin.read()  # until the process that started this machine has exited
