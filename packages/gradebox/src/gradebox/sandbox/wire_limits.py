"""Limits of messages between the tests and a student's process, and the error for breaking them."""

import decimal
import re
from typing import Any

MAX_BYTES = 256 * 2**20  # per message
MAX_TEXT = 64 * 2**20  # bytes of its JSON
MAX_NODES = 6_000_000  # values in it, about: a list of that many numbers takes half a gigabyte
MAX_BITS = 8_000_000  # per integer
MAX_FRACTION_BITS = 100_000  # per numerator or denominator: reducing them takes quadratic time
MAX_DIGITS = 10_000  # characters of a decimal or floating-point number
MAX_RANGE = 10_000_000  # numbers in a range: C code that adds them up can't be interrupted
MAX_EXPONENT = 100_000  # decimal numbers: int() writes that many digits, in C code too
MAX_FIELDS = 200  # per named tuple: its class is compiled
MAX_SYMPY_PARTS = 20_000  # different sub-expressions of a SymPy expression
MAX_SYMPY_PRECISION = 4000  # bits of a SymPy Float

DTYPE = re.compile(r"[<>|=]?[biufcmMSU]\d{1,6}(\[\w{1,9}\])?")
# Types of pandas' columns. A time zone must not name a file for pandas to open: dateutil//etc/...
COLUMN = re.compile(
    r"bool(ean)?|object|category|str(ing(\[(python|pyarrow)\])?)?|([uU]?[iI]nt|[fF]loat)\d{1,3}"
    r"|complex\d{2,3}|period\[[\w-]{1,9}\]"
    r"|timedelta64\[(s|ms|us|ns)\]"
    r"|datetime64\[(s|ms|us|ns)(, (?P<zone>UTC|[A-Z]\w{1,30}(/[A-Z]\w{1,30}){1,2}))?\]"
)
FREQUENCY = re.compile(r"\d{0,4}[A-Za-z]{1,5}(-[A-Z]{3})?")  # of pandas' dates: 15min, W-SUN
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


def is_short(value: range) -> bool:
    """Return True if a range has few enough numbers to be used."""
    return abs(value.stop - value.start) // abs(value.step) <= MAX_RANGE


def decode_decimal(text: Any) -> decimal.Decimal:
    """Return a decimal number whose exponent has few digits."""
    value = decimal.Decimal(short_text(text))
    if value.is_finite() and abs(value.adjusted()) > MAX_EXPONENT:
        raise WireError("a decimal number with too large an exponent")
    return value


def short_text(text: Any) -> str:
    """Return a text, if it is one and not too long."""
    if not isinstance(text, str) or len(text) > MAX_DIGITS:
        raise WireError("not text, or too long")
    return text
