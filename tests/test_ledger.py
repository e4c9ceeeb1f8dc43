"""tools/ledger.py, which counts what the detectors are worth."""

import subprocess
import sys
from pathlib import Path

import pytest

from lincourse.checks.units import CHECKS

LEDGER = Path(__file__).parent.parent / "tools" / "ledger.py"


def ledger(*options):
    """Return what the ledger prints."""
    command = [sys.executable, LEDGER, *options, "--workers", "1"]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout


@pytest.mark.slow
def test_ledger_prints_counts_and_levels():
    printed = ledger("--every", "400")
    assert "tried    found    shown" in printed
    assert "held_out, catalogue on: " in printed
    assert "catalogue, catalogue off: " in printed
    assert "repair wrong_axis" in printed


@pytest.mark.slow
def test_ledger_shows_what_remains_without_each_entry():
    printed = ledger("--entries", "--every", "400")
    first = next(iter(CHECKS))
    assert f"{first}: {CHECKS[first].mistakes[0].looks}" in printed
    assert "held_out" not in printed
