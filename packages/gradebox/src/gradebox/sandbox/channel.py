"""Messages of the wire format over a socket, with deadlines."""

import math
import time
from collections.abc import Callable
from typing import Any

from gradebox.sandbox.wire import HEAD, Codec
from gradebox.sandbox.wire_limits import MAX_BYTES, MAX_TEXT, WireError

MAX_STRETCH = 10  # a deadline moves until this many times its seconds are over


class Deadline:
    """The end of a request, which moves by as much as a busy machine has delayed it.

    Args:
        seconds: The time for the request, from now on.
        delay: Returns by how many seconds it has been delayed until now.
        last: Returns the moment (`time.monotonic`) at which it is over in any case.

    """

    def __init__(
        self,
        seconds: float,
        delay: Callable[[], float] = lambda: 0.0,
        last: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self.start, self.seconds, self.delay, self.last = time.monotonic(), seconds, delay, last
        self.end = self.start + seconds

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.end

    def left(self) -> float:
        """Return the seconds that are left; raise TimeoutError if there are none."""
        if self.over:
            more = min(self.seconds + self.delay(), MAX_STRETCH * self.seconds)
            self.end = max(self.end, self.start + more)
        left = min(self.end, self.last()) - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


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

    def read(self, deadline: Deadline | None = None) -> tuple[bytearray, int]:
        """Return the next message as bytes, and how many of them are text, for `Codec.unpack`.

        Raise TimeoutError if it is not complete by the deadline.
        """
        body, text = HEAD.unpack(self._exactly(HEAD.size, deadline))
        if body > MAX_BYTES or text > min(body, MAX_TEXT):
            raise WireError("not a message")
        return self._exactly(body, deadline), text

    def _exactly(self, size: int, deadline: Deadline | None) -> bytearray:
        content = bytearray(size)
        view, start = memoryview(content), 0
        while start < size:
            if deadline is not None:
                self.socket.settimeout(deadline.left())
            try:
                part = self.socket.recv_into(view[start:])
            except TimeoutError:
                continue  # unless the deadline says otherwise
            if not part:
                raise EOFError
            start += part
        return content
