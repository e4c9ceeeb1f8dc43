"""Firefox and WebKit, headless, driven as the tests drive Chromium.

Playwright only drives browsers that it has patched itself, so these two are driven over the
protocols that they come with: Firefox over WebDriver BiDi, WebKitGTK over WebDriver.
"""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

KEYS = {
    "Control": "\ue009",
    "Shift": "\ue008",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
}
PATIENCE = 600  # seconds; other tests run at the same time
NOTHING_BUT_THIS_MACHINE = {  # every other address goes to a proxy that isn't there
    "network.proxy.type": 1,
    "network.proxy.socks": "127.0.0.1",
    "network.proxy.socks_port": 9,
    "network.proxy.socks_remote_dns": True,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "remote.prefs.recommended": True,
}


class Engine:
    """A page of a browser, with those methods of Playwright's pages that its tests use."""

    def __init__(self) -> None:
        self.keyboard = self

    def goto(self, address: str) -> None:
        """Open an address and wait until it is loaded, or has failed to."""
        raise NotImplementedError

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        raise NotImplementedError

    def act(self, devices: list[dict]) -> None:
        """Perform WebDriver actions."""
        raise NotImplementedError

    def evaluate(self, script: str, arg: object = None) -> Any:
        """The value of an expression, or what a function returns for an argument."""
        return self.value(
            f"const it = {script.strip()}; "
            f"return await (typeof it === 'function' ? it({json.dumps(arg)}) : it);"
        )

    def wait_for_function(self, script: str, arg: object = None) -> None:
        """Wait until an expression is true, or what a function returns."""
        until = time.monotonic() + PATIENCE
        while not self.evaluate(script, arg):
            assert time.monotonic() < until, f"never true: {script}"
            time.sleep(0.1)

    def press(self, keys: str) -> None:
        """Press a key, such as Shift+Tab."""
        codes = [KEYS.get(key, key) for key in keys.split("+")]
        actions = [{"type": "keyDown", "value": code} for code in codes]
        actions += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.act([{"type": "key", "id": "keyboard", "actions": actions}])

    def type(self, text: str) -> None:
        """Type a text."""
        for character in text:
            self.press(character)


class Firefox(Engine):
    """Over WebDriver BiDi: JSON messages through a WebSocket."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.count = 0
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: Any) -> dict:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass  # an event
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def goto(self, address: str) -> None:
        with contextlib.suppress(RuntimeError):  # Firefox shows its own page about an error
            self.send(
                "browsingContext.navigate", context=self.context, url=address, wait="complete"
            )

    def value(self, expression: str) -> Any:
        answer = self.send(
            "script.evaluate",
            expression=f"(async () => {{ {expression} }})().then(it => JSON.stringify(it ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def act(self, devices: list[dict]) -> None:
        self.send("input.performActions", context=self.context, actions=devices)


class WebKit(Engine):
    """Over WebDriver: HTTP requests with JSON."""

    def __init__(self, port: int, browser: Path) -> None:
        super().__init__()
        self.server = f"http://127.0.0.1:{port}"
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = ""
        self.session = self.send("", capabilities=wanted)["sessionId"]
        self.send("timeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)

    def send(self, path: str, **params: Any) -> Any:
        place = "/".join(part for part in ("session", self.session, path) if part)
        request = urllib.request.Request(
            f"{self.server}/{place}",
            data=json.dumps(params).encode(),
            headers={"content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None

    def goto(self, address: str) -> None:
        with contextlib.suppress(RuntimeError):
            self.send("url", url=address)

    def value(self, expression: str) -> Any:
        script = (
            f"const done = arguments[0]; (async () => {{ {expression} }})()"
            ".then(value => done({value}), error => done({error: String(error)}));"
        )
        answer = self.send("execute/async", script=script, args=[])
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def act(self, devices: list[dict]) -> None:
        self.send("actions", actions=devices)


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox with a new profile in `folder`, which reaches nothing but this machine."""
    program = shutil.which("firefox")
    if program is None:
        pytest.skip("firefox is not on PATH; on Debian: apt-get install firefox-esr")
    settings = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in NOTHING_BUT_THIS_MACHINE.items()
    ]
    (folder / "user.js").write_text("".join(settings))
    command = [program, "--headless", "--no-remote", "--profile", folder]
    with running([*command, "--remote-debugging-port=0"], folder) as said:
        yield Firefox(int(wait_for_line(said, r"BiDi listening on ws://\w\S*:(\d+)")))


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """WebKitGTK's MiniBrowser on a display of its own."""
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
    if not (browser and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        pytest.skip("WebKit is missing; on Debian: apt-get install webkit2gtk-driver xvfb")
    read, write = os.pipe()
    display = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"]
    with running([*display, "-nolisten", "tcp"], folder, pass_fds=[write]):
        number = os.read(read, 10).decode().strip()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = os.environ | {
            "DISPLAY": f":{number}",
            "HOME": str(folder),
            "no_proxy": "127.0.0.1",
            "all_proxy": "socks5h://127.0.0.1:9",
        }
        with running(["WebKitWebDriver", f"--port={port}"], folder, env=environment):
            wait_for_port(port)
            yield WebKit(port, browser)


@contextlib.contextmanager
def running(command: list, folder: Path, **options: Any) -> Iterator[Path]:
    """Run a program with its children; yields the file with what it prints."""
    said = folder / f"{Path(command[0]).name}.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, start_new_session=True, **options
        )
    try:
        yield said
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def wait_for_line(path: Path, pattern: str) -> str:
    """Wait until a program has printed this; return the pattern's group."""
    until = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, path.read_text(errors="replace"))):
        assert time.monotonic() < until, path.read_text(errors="replace")
        time.sleep(0.1)
    return found[1]


def wait_for_port(port: int) -> None:
    """Wait until a server listens."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < until, f"nothing listens on port {port}"
            time.sleep(0.1)
