"""A Dask cluster for tests: scheduler and workers as processes of this machine, with TLS or not."""

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from classroom import ROOT

BIN = str(Path(sys.executable).parent)
GUIDE = (ROOT / "docs/cluster.md").read_text("utf-8")
SCHEDULER, FOLDER = "10.0.0.1", "/home/me/cluster"  # of which the guide speaks


def commands() -> list[str]:
    """What a reader of the guide types."""
    blocks = re.findall(r"^```console\n(.*?)^```$", GUIDE, re.M | re.S)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def command(start: str) -> str:
    """The one command of the guide that starts so."""
    [found] = [line for line in commands() if line.startswith(start)]
    return found


def block(language: str, word: str) -> str:
    """The one block of the guide in a language that holds a word."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.M | re.S)
    [text] = [text for text in found if word in text]
    return text


def make_keys(folder: Path) -> Path:
    """A certificate that all of a cluster share, and Dask's settings, as the guide makes them."""
    openssl = shlex.split(command("openssl"))
    subprocess.run(openssl, check=True, capture_output=True, cwd=folder)
    (folder / "tls.yaml").write_text(block("yaml", "distributed:").replace(FOLDER, str(folder)))
    return folder / "tls.yaml"


class DaskCluster:
    """One scheduler, and as many workers as are started, by the guide's own commands."""

    def __init__(
        self, folder: Path, tls: bool = True, host: str = "127.0.0.1", **settings: str
    ) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        usual = {"PYTHONPATH": str(ROOT), "PATH": path, "NO_COLOR": "1"}
        self.environment = os.environ | usual | settings
        self.environment.pop("PYTEST_CURRENT_TEST", None)
        if tls:
            self.environment["DASK_CONFIG"] = str(make_keys(folder))
        else:
            self.environment.setdefault("DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH", "10")
        self.protocol = "tls" if tls else "tcp"
        self.log = (folder / "log.txt").open("w")
        self.workers: list[psutil.Process] = []
        self.start_scheduler(host)

    def run(self, *command: str, prefix: tuple[str, ...] = (), **environment: str) -> psutil.Popen:
        return psutil.Popen(
            [*prefix, *command],
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
        )

    def start_scheduler(self, host: str) -> None:
        """Start it and wait until it can be reached; nobody can close it before, so we do."""
        file = self.folder / "scheduler.json"
        typed = shlex.split(command("dask scheduler").replace(SCHEDULER, host))
        own = ["--port", "0", "--dashboard-address", f"{host}:0", "--scheduler-file", str(file)]
        self.scheduler = self.run(
            *typed, *own, "--protocol", self.protocol
        )  # the last of each counts
        try:
            while not file.exists() or not file.read_text().strip():
                assert self.scheduler.poll() is None, self.scheduler_log()
                time.sleep(0.1)
        except BaseException:  # also SystemExit, where a signal ends us
            self.close()
            raise
        self.address = json.loads(file.read_text())["address"]

    def start_worker(
        self, *options: str, prefix: tuple[str, ...] = (), host: str = "127.0.0.1", **environment
    ) -> psutil.Popen:
        typed = self._here(command("dask worker"))
        place = tempfile.mkdtemp(dir=self.folder)
        own = ["--nthreads", "1", "--local-directory", place, "--host", host]
        made = self.run(*shlex.split(typed), *own, *options, prefix=prefix, **environment)
        self.workers.append(made)
        return made

    def start_job(self) -> psutil.Popen:
        """Run the guide's job script, which SLURM would run."""
        script = self.folder / "workers.sh"
        script.write_text(self._here(block("bash", "#SBATCH")))
        made = self.run("bash", str(script), SLURM_CPUS_PER_TASK="1", TMPDIR=str(self.folder))
        self.workers.append(made)
        return made

    def start_by_ssh(self) -> None:
        """Run the guide's loop over machines, with an `ssh` that runs the commands on this one."""
        home = self.folder / "home"
        (home / "bin").mkdir(parents=True)
        (home / ".venv").symlink_to(Path(BIN).parent)
        (home / "cluster").symlink_to(self.folder)
        ssh = home / "bin/ssh"  # called as: ssh -f HOST COMMAND
        ssh.write_text(f'#!/bin/sh\ncd {home} && sh -c "$3" &\necho $! >>{home}/pids\n')
        ssh.chmod(0o755)
        loop = self._here(block("bash", "ssh -f"))
        path = f"{ssh.parent}{os.pathsep}{self.environment['PATH']}"
        assert self.run("bash", "-e", "-c", loop, PATH=path).wait() == 0
        self.workers += [psutil.Process(int(pid)) for pid in (home / "pids").read_text().split()]

    def _here(self, typed: str) -> str:
        """What is typed on this machine, for this cluster."""
        address = re.sub(rf"tls://{re.escape(SCHEDULER)}:\d+", self.address, typed)
        return address.replace(FOLDER, str(self.folder))

    def wait_for_workers(self, registered: int) -> None:
        """Wait until so many workers have come, those that have gone again included."""
        while self.scheduler_log().count("Register worker addr") < registered:
            assert self.scheduler.poll() is None, self.scheduler_log()
            time.sleep(0.1)

    def scheduler_log(self) -> str:
        return (self.folder / "log.txt").read_text()

    def processes(self) -> list[psutil.Process]:
        """All that descends from it."""
        found = []
        for process in (self.scheduler, *self.workers):
            with contextlib.suppress(psutil.NoSuchProcess):
                found += [process, *process.children(recursive=True)]
        return found

    @staticmethod
    def below(nanny: psutil.Popen) -> psutil.Process:
        """The worker that a nanny looks after; ValueError where it has none at the moment."""
        [worker] = [p for p in nanny.children() if "spawn_main" in " ".join(_command(p))]
        return worker

    def services(self) -> list[psutil.Process]:
        """The grading servers of its workers."""
        return [p for p in self.processes() if "gradebox.run.service" in _command(p)]

    def close(self) -> None:
        all_of_it = self.processes()
        for process in (*self.workers, self.scheduler):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()
                process.terminate()
        for process in psutil.wait_procs(all_of_it, timeout=10)[1]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
