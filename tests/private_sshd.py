"""A private SSH server for tests: keys of its own, on loopback addresses, in a temporary folder."""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import psutil

SERVER = """
Port {port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/user_key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
ForceCommand cd {home} && {settings} exec sh -c "$SSH_ORIGINAL_COMMAND"
"""
CLIENT = """
Host *
    Port {port}
    User {user}
    IdentityFile {folder}/user_key
    IdentitiesOnly yes
    BatchMode yes
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
"""


def program() -> str | None:
    """The server's whole path, by which it wants to be called."""
    return shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


class Server:
    """It listens until it is closed; users who log in are in `home`.

    Args:
        folder: For keys and settings; `folder/bin` has an `ssh` that knows them.
        home: Where commands run.
        hosts: Addresses of this machine, to stand for machines.
        settings: Environment variables of what runs there.

    """

    def __init__(self, folder: Path, home: Path, hosts: list[str], **settings: str) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir(parents=True)
        for name in ("host_key", "user_key"):
            keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
            subprocess.run(keygen, check=True)
        with socket.create_server((hosts[0], 0)) as probe:
            port = probe.getsockname()[1]
        words = " ".join(f"{name}={value}" for name, value in settings.items())
        server = SERVER.format(port=port, folder=folder, home=home, settings=words)
        server += "".join(f"ListenAddress {host}\n" for host in hosts)
        (folder / "sshd_config").write_text(server)
        client = CLIENT.format(port=port, folder=folder, user=getpass.getuser())
        (folder / "ssh_config").write_text(client)
        own = self.bin / "ssh"
        own.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {folder}/ssh_config "$@"\n')
        own.chmod(0o755)
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(
                exist_ok=True
            )  # its own unprivileged part wants this to be there
        self.log = folder / "sshd.log"
        typed = [program() or "sshd", "-D", "-f", str(folder / "sshd_config"), "-E", str(self.log)]
        self.process = psutil.Popen(typed, stdin=subprocess.DEVNULL)
        while not all(_listens(host, port) for host in hosts):
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)


def _listens(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((host, port)):
        return True
    return False
