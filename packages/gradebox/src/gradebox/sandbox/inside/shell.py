"""An IPython shell without a terminal, whose outputs are recorded as nbformat stores them."""

import io
import sys
import traceback
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from gradebox.sandbox.outputs import CUT, MAX_LINE, MAX_OUTPUTS, MAX_TEXT, MAX_TRACEBACK, limited


class Recorder:
    """The outputs of one cell, as nbformat stores them, up to `MAX_OUTPUTS` and `MAX_TEXT`."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin a new cell."""
        self._outputs: list[dict[str, Any]] = []
        self._room, self._cut = MAX_TEXT, False

    def pause(self) -> dict[str, Any]:
        """Return what was recorded so far, for `resume`: another request comes in between."""
        return dict(vars(self))

    def resume(self, recorded: dict[str, Any]) -> None:
        """Go on where `pause` was called."""
        vars(self).update(recorded)

    @property
    def used(self) -> bool:
        return bool(self._outputs)

    def write(self, name: str, text: str) -> None:
        """Add to a stream; its parts are joined at the end, as there are usually many."""
        if self._room <= 0 or not text:
            self._cut = self._cut or bool(text)
            return
        self._cut = self._cut or len(text) > self._room
        text = text[: self._room]
        self._room -= len(text)
        last = self._outputs[-1] if self._outputs else {}
        if last.get("output_type") == "stream" and last.get("name") == name:
            last["parts"].append(text)
        elif len(self._outputs) < MAX_OUTPUTS:
            self._outputs.append({"output_type": "stream", "name": name, "parts": [text]})

    def add(self, output: dict[str, Any]) -> None:
        """Add an output that is not a stream."""
        if len(self._outputs) >= MAX_OUTPUTS:
            self._cut = True
        else:
            self._outputs.append(output)

    def outputs(self) -> list[dict[str, Any]]:
        """Return all outputs; to be called once per cell."""
        done = []
        for output in self._outputs:
            parts = output.pop("parts", None)
            done.append(output if parts is None else {**output, "text": "".join(parts)})
        if self._cut:
            done.append({"output_type": "stream", "name": "stdout", "text": CUT})
        return done

    def text(self) -> str:
        return "".join(
            part
            for output in self._outputs
            if output.get("name") == "stdout"
            for part in output.get("parts", ())
        )


class Stream(io.TextIOBase):
    """Standard output or standard error of the student's cells."""

    encoding = "utf-8"

    def __init__(self, recorder: Recorder, name: str) -> None:
        self.recorder, self._name = recorder, name

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.recorder.write(self._name, text)
        return len(text)


class Results(DisplayHook):  # type: ignore[misc, unused-ignore]
    """Records the value of a cell's last line."""

    shell: Any

    def write_output_prompt(self) -> None:
        """Print no "Out[1]:"."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Record the value in all its MIME types."""
        self.shell.recorder.add(
            {
                "output_type": "execute_result",
                "execution_count": self.prompt_count,
                "data": limited(format_dict) or {"text/plain": ""},
                "metadata": {},
            }
        )

    def finish_displayhook(self) -> None:
        """End a value; there is nothing to flush."""
        self._is_active = False


class Displays(DisplayPublisher):  # type: ignore[misc, unused-ignore]
    """Records what `display` and matplotlib show."""

    def publish(self, data: Any, *args: Any, **kwargs: Any) -> None:
        self.shell.recorder.add(
            {
                "output_type": "display_data",
                "data": limited(data) or {"text/plain": ""},
                "metadata": {},
            }
        )

    def clear_output(self, wait: bool = False) -> None:
        """Drop the outputs of the cell so far."""
        self.shell.recorder.start()


class Shell(InteractiveShell):  # type: ignore[misc, unused-ignore]
    """Runs cells as a notebook's kernel does; `make_shell` makes one."""

    displayhook_class = Type(Results)
    display_pub_class = Type(Displays)

    recorder: Recorder
    given_classes: list[str]  # whose instances go over the wire by value

    def init_sys_modules(self) -> None:
        """Let student code be `__main__`, in place of the fork server."""
        self._main_mod_cache: dict[str, Any] = {}
        sys.modules["__main__"] = self.user_module

    def init_user_ns(self) -> None:
        """Give `__main__` the attributes that a reset removes and multiprocessing needs.

        None means that no file or module was run, so children have none to run again.
        """
        super().init_user_ns()
        for name in ("__spec__", "__loader__", "__package__"):
            self.user_ns[name] = self.user_ns_hidden[name] = None

    def showtraceback(self, exc_tuple: Any = None, *args: Any, **kwargs: Any) -> None:
        kind, value, trace = exc_tuple or sys.exc_info()
        if kind is not None:
            self.recorder.add(_error(kind, value, trace))

    def showsyntaxerror(self, filename: Any = None, running_compiled_code: bool = False) -> None:
        self.recorder.add(_error(*sys.exc_info()))

    def _format_exception_for_storage(self, *args: Any, **kwargs: Any) -> None:
        """Skip what IPython keeps of every exception: formatting it takes most of the time."""

    def enable_gui(self, gui: Any = None) -> None:
        """Do nothing: there is no screen."""

    def init_virtualenv(self) -> None:
        """Do nothing: the sandbox has set up sys.path."""


def make_shell(given_classes: list[str]) -> Shell:
    """Return the one shell of this process."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor"
    config.InteractiveShell.cache_size = 0
    shell: Shell = Shell.instance(config=config)
    shell.recorder, shell.given_classes = Recorder(), given_classes
    return shell


def _error(kind: Any, value: Any, trace: Any) -> dict[str, Any]:
    """Return an exception as an output, without the frames of the shell itself."""
    name = str(getattr(kind, "__name__", "error"))
    try:
        while trace is not None and "site-packages" in trace.tb_frame.f_code.co_filename:
            trace = trace.tb_next
        trace_text = traceback.TracebackException(kind, value, trace, limit=-20, compact=True)
        lines = [line.rstrip("\n")[:MAX_LINE] for line in trace_text.format()][:MAX_TRACEBACK]
        words = str(value)[:MAX_LINE]
    except BaseException:  # an exception whose own text raises
        lines, words = [name], ""
    return {"output_type": "error", "ename": name, "evalue": words, "traceback": lines}
