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
def test_ledger_counts_judgements_of_each_kind():
    rows = {line[:34].strip(): line[34:].split() for line in ledger("--every", "90").splitlines()}
    shown, helpful, useless, false, new = map(int, rows["known-mistake"])
    assert shown == helpful + useless + false + new > 0
    assert false == 0
    assert "known_mistake (30)" in rows


@pytest.mark.slow
def test_ledger_shows_what_remains_without_each_entry():
    first = next(name for name, check in CHECKS.items() if check.mistakes[0].source)
    assert f"{first}: {CHECKS[first].mistakes[0].looks}\n    " in ledger(
        "--entries", "--every", "400"
    )
