"""Messages of the wire format over a socket, with deadlines."""

import time
from typing import Any

from gradebox.sandbox.wire import HEAD, Codec
from gradebox.sandbox.wire_limits import MAX_BYTES, MAX_TEXT, WireError


class Channel:
    """Sends and receives messages over a socket, one at a time."""

    def __init__(self, socket: Any, codec: Codec) -> None:
        self.socket, self.codec = socket, codec

    def send(self, value: Any) -> None:
        """Send one message, or raise before a byte of it is sent."""
        self.socket.sendall(self.codec.pack(value))

    def receive(self) -> Any:
        """Return the next message; raise EOFError if the other side is gone."""
        return self.codec.unpack(*self.read())

    def read(self, deadline: float | None = None) -> tuple[bytearray, int]:
        """Return the next message as bytes, and how many of them are text, for `Codec.unpack`.

        Raise TimeoutError if it is not complete by the deadline (`time.monotonic`).
        """
        body, text = HEAD.unpack(self._exactly(HEAD.size, deadline))
        if body > MAX_BYTES or text > min(body, MAX_TEXT):
            raise WireError("not a message")
        return self._exactly(body, deadline), text

    def _exactly(self, size: int, deadline: float | None) -> bytearray:
        content = bytearray(size)
        view, start = memoryview(content), 0
        while start < size:
            if deadline is not None:
                self.socket.settimeout(seconds_until(deadline))
            part = self.socket.recv_into(view[start:])
            if not part:
                raise EOFError
            start += part
        return content


def seconds_until(deadline: float) -> float:
    """Return the seconds until a deadline; raise TimeoutError if it is over."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
