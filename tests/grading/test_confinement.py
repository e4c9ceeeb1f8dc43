"""The judge's own sandbox: what a text could reach that a library evaluates in a test.

The probes are test cells here, which run in the judge.
"""

import os
import shutil

import pytest
from classroom import course_of_its_own, exercise, notebook, released, write_notebook
from gradebox.course.model import Course
from gradebox.run.pipeline import grade
from gradebox.run.settings import GradingSettings
from gradebox.run.store import ResultStore

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap"),
]

PROBES = {
    "gradebook": "assert not os.path.exists({book!r})",
    "course": "assert not os.path.exists({course!r} + '/submitted')",
    "home": "assert not os.path.exists({home!r})",
    "environment": "assert 'SECRET_OF_MINE' not in os.environ",
    "processes": "assert os.listdir('/proc') == []",
    "network": "import socket\ntry:\n    socket.create_connection(('127.0.0.1', {port}), 2)\n"
    "except OSError:\n    pass\nelse:\n    raise AssertionError('connected')",
    "signals": "try:\n    os.kill(os.getppid(), 0)\nexcept PermissionError:\n    pass\n"
    "else:\n    raise AssertionError('sent')",
    "system": "for name in ('/usr/x', '/x', {file!r}):\n    try:\n        open(name, 'w')\n"
    "    except OSError:\n        pass\n    else:\n        raise AssertionError(name)",
    "open_files": "import stat\nfrom gradebox import logs\n"
    "from gradebox.sandbox.linux import schedstat\n"
    "kept = {{schedstat(os.getpid()), *logs.descriptors()}}\n"
    "for number in set(range(3, 200)) - kept:\n    try:\n"
    "        kind = os.fstat(number)\n"
    "    except OSError:\n        continue\n    if stat.S_ISREG(kind.st_mode):\n"
    "        raise AssertionError(number)",
    "file": "assert open('data.txt').read() == 'of the course'\nopen('new', 'w').write('x')",
    "temporary": "import tempfile\nplace = tempfile.gettempdir()\n"
    "assert 'left' not in os.listdir(place)\nopen(place + '/left', 'w')",
    "library": "import sympy\nassert sympy.sympify('1 + 1') == 2",
    "plot": "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\n"
    "plt.plot([1])\nplt.savefig('plot.png')",
}


def test_judge_reaches_only_the_assignment(tmp_path, monkeypatch):
    import socket

    course = course_of_its_own(tmp_path / "course")
    with socket.create_server(("127.0.0.1", 0)) as server:
        values = {
            "book": str(course / "gradebook.db"),
            "course": str(course),
            "home": os.path.expanduser("~/.bashrc"),
            "port": server.getsockname()[1],
            "file": str(course / "written"),
        }
        cells = [
            part
            for name, probe in PROBES.items()
            for part in exercise(name, 1, f"{name} = 1", f"import os\n{probe.format(**values)}")
        ]
        source = notebook(cells)
        write_notebook(course / "source/tiny/tiny.ipynb", source)
        write_notebook(course / "release/tiny/tiny.ipynb", released(source))
        (course / "source/tiny/data.txt").write_text("of the course")
        for student in ("ada", "ben"):
            write_notebook(course / f"submitted/{student}/tiny/tiny.ipynb", source)
        monkeypatch.setenv("SECRET_OF_MINE", "x")
        monkeypatch.setenv("HOME", os.path.expanduser("~"))
        assert grade("tiny", GradingSettings(jobs=1), root=course) == 0
    for student in ("ada", "ben"):
        result = ResultStore(Course(course), "tiny").result(student)
        lost = {e.grade_id: e.message for e in result.exercises if e.score != e.max_score}
        assert not lost
    assert not (course / "written").exists()
