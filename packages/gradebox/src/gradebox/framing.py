"""Framing: a JSON header and binary parts in one message between processes.

Tasks and results go from machine to machine in this form. They are plain data, so that nothing that
a student wrote is ever unpickled.
"""

import json
import struct
from collections.abc import Sequence
from typing import Any

LENGTH = struct.Struct(">Q")


def pack(header: Any, parts: Sequence[bytes] = ()) -> bytes:
    """Return one message with a header (anything that JSON can hold) and binary parts."""
    head = json.dumps([header, [len(part) for part in parts]]).encode()
    return b"".join([LENGTH.pack(len(head)), head, *parts])


def unpack(message: bytes) -> tuple[Any, list[bytes]]:
    """Return the header and the parts of a message; raise ValueError if it is damaged."""
    if len(message) < LENGTH.size:
        raise ValueError("a message is cut off")
    [length] = LENGTH.unpack_from(message)
    place = LENGTH.size + length
    header, sizes = json.loads(message[LENGTH.size : place])
    if place + sum(sizes) != len(message):
        raise ValueError("a message is cut off")
    parts = []
    for size in sizes:
        parts.append(message[place : place + size])
        place += size
    return header, parts


def to_bytes(text: str) -> bytes:
    """Encode text, which may hold lone surrogates."""
    return text.encode("utf-8", "surrogatepass")


def to_text(data: bytes) -> str:
    """Decode the text that `to_bytes` encoded."""
    return data.decode("utf-8", "surrogatepass")
