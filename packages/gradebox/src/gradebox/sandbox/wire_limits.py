"""Limits of messages between the tests and a student's process, and the error for breaking them."""

import re
from typing import Any

MAX_BYTES = 256 * 2**20  # of a message
MAX_TEXT = 64 * 2**20  # bytes of its JSON
MAX_NODES = 6_000_000  # values in it, about: a list of that many numbers takes half a gigabyte
MAX_BITS = 8_000_000  # of an integer
MAX_FRACTION_BITS = 100_000  # of a numerator or denominator: these are reduced, in squared time
MAX_DIGITS = 10_000  # characters of a decimal or floating-point number
MAX_FIELDS = 200  # of a named tuple: its class is compiled
MAX_SYMPY_PARTS = 20_000  # different sub-expressions of a SymPy expression
MAX_SYMPY_PRECISION = 4000  # bits of a SymPy Float

DTYPE = re.compile(r"[<>|=]?[biufcmMSU]\d{1,6}(\[\w{1,9}\])?")
FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,5})?")


class WireError(Exception):
    """A message can't be sent, or what arrived is not a message."""


def is_bounded(text: bytes | bytearray) -> bool:
    """Return True if a JSON text is small enough to be read: its size, and its values."""
    if len(text) <= MAX_NODES:
        return True
    return (
        len(text) <= MAX_TEXT
        and text.count(b",") + text.count(b"[") + text.count(b"{") <= MAX_NODES
    )


def encode_int(number: int, max_bits: int) -> str:
    """Return an integer as hexadecimal text."""
    if number.bit_length() > max_bits:
        raise WireError("a number with more digits than may be sent")
    return hex(number)


def decode_int(text: Any, max_bits: int) -> int:
    """Return the integer that `encode_int` encoded."""
    if not isinstance(text, str) or len(text) > max_bits // 4 + 4:
        raise WireError("not a number, or too long")
    return int(text, 16)


def short_text(text: Any) -> str:
    """Return a text, if it is one and not too long."""
    if not isinstance(text, str) or len(text) > MAX_DIGITS:
        raise WireError("not text, or too long")
    return text
