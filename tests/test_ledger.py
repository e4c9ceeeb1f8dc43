"""tools/ledger.py, which counts what the detectors are worth."""

import subprocess
import sys
from pathlib import Path

import pytest

LEDGER = Path(__file__).parent.parent / "tools" / "ledger.py"


@pytest.mark.slow
def test_ledger_prints_counts_and_levels():
    run = subprocess.run(
        [sys.executable, LEDGER, "--every", "400", "--workers", "1"],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert "tried    found    shown" in run.stdout
    assert "held_out, catalogue on: " in run.stdout
    assert "catalogue, catalogue off: " in run.stdout
    assert "repair wrong_axis" in run.stdout
