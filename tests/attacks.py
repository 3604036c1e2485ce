"""Cells of made-up submissions that want a point they have not earned, or harm to others.

Every one of them ends in `check("05-own", ...)` with the right number, if it gets hold of it or if
what it tries is possible. SECRET is a file outside that holds the number, VICTIM the notebook of
another student, ANSWER the number itself.
"""

LIBC = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def must(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""
HANDS_IN = '\ncheck("05-own", float(text))'
WINS = '\ncheck("05-own", ANSWER)'

READS = {  # ways to read the file; `text` receives its contents
    "open": "text = open(SECRET).read()",
    "str subclass": "class P(str):\n    __class__ = property(lambda s: int)\n"
    "text = open(P(SECRET)).read()",
    "bytes": "text = open(SECRET.encode()).read()",
    "readline": "import readline\nreadline.read_history_file(SECRET)\n"
    "text = readline.get_history_item(1)",
    "cffi": "import cffi\nffi = cffi.FFI()\n"
    'ffi.cdef("int open(const char *, int); long read(int, void *, long);")\n'
    'libc, room = ffi.dlopen(None), ffi.new("char[64]")\n'
    "libc.read(libc.open(SECRET.encode(), 0), room, 63)\ntext = ffi.string(room)",
    "ctypes": f"{LIBC}room = ctypes.create_string_buffer(64)\n"
    "libc.read(must(libc.open(SECRET.encode(), 0)), room, 63)\ntext = room.value",
    "pyarrow": "import pyarrow\ntext = pyarrow.OSFile(SECRET).read()",
    "numpy": "import numpy\ntext = numpy.fromfile(SECRET, 'u1').tobytes()",
    "importlib": "from importlib.machinery import SourceFileLoader\n"
    "text = SourceFileLoader('x', SECRET).get_data(SECRET)",
    "linecache": "import linecache\ntext = linecache.getline(SECRET, 1)",
    "subprocess": "import subprocess\ntext = subprocess.check_output(['/bin/cat', SECRET])",
    "_posixsubprocess": "import sys\nsys.modules.pop('_posixsubprocess', None)\n"
    "import _posixsubprocess, subprocess\n"
    "text = subprocess.Popen(['/bin/cat', SECRET], stdout=-1).communicate()[0]",
    "system": "import os\n"
    "os.system('/bin/cat \"' + SECRET + '\" > out')\ntext = open('out').read()",
    "posix_spawn": "import os\n"
    "os.waitpid(os.posix_spawn('/bin/cp', ['cp', SECRET, 'out'], {}), 0)\n"
    "text = open('out').read()",
    "link": "import os\nos.symlink(SECRET, 'link')\ntext = open('link').read()",
    "hard link": "import os\nos.link(SECRET, 'link')\ntext = open('link').read()",
    "parent folders": "import os\ntext = open('../' * 40 + SECRET).read()",
    "/proc/1/root": "text = open('/proc/1/root' + SECRET).read()",
    "/proc/self/root": "text = open('/proc/self/root' + SECRET).read()",
    "open descriptors": "import os\nfor line in range(256):\n    try:\n"
    "        text = open(os.open(SECRET[1:], 0, dir_fd=line)).read()\n    except OSError:\n"
    "        pass",
    "TMPDIR": "import os, tempfile\n"
    "os.environ['TMPDIR'] = tempfile.tempdir = os.path.dirname(SECRET)\n"
    "tempfile.NamedTemporaryFile()\ntext = open(SECRET).read()",
    "chroot": "import os\nos.mkdir('in')\nos.chroot('in')\n"
    "for _ in range(40):\n    os.chdir('..')\n"
    "os.chroot('.')\ntext = open(SECRET).read()",
    "user namespace": f"{LIBC}must(libc.unshare(0x10020000))\n"
    "must(libc.mount(b'proc', b'/submission', b'proc', 0, 0))\n"
    "text = open('/submission/1/root' + SECRET).read()",
    "magic": "text = get_ipython().getoutput('cat ' + SECRET)[0]",
}
WRITES = {  # ways to change another student's notebook
    "open to write": "open(VICTIM, 'w').write('{}')",
    "write history": "import readline\nreadline.write_history_file(VICTIM)",
    "replace": "import os\nopen('mine', 'w').write('{}')\nos.replace('mine', VICTIM)",
    "remove": "import os\nos.remove(VICTIM)",
    "truncate": "import os\nos.truncate(VICTIM, 0)",
    "chmod": "import os\nos.chmod(VICTIM, 0)",
    "numpy writes": "import numpy\nnumpy.zeros(9).tofile(VICTIM)",
}
POWERS = {  # what the sandbox must forbid; each cell raises an error if it is forbidden
    "socket": "import socket\nsocket.socket()",
    "abstract socket": "import socket\nsocket.socket(socket.AF_UNIX).bind('\\0mine')",
    "vsock": "import socket\nsocket.socket(40, socket.SOCK_STREAM)",
    "netlink": "import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "zmq": "import zmq\nzmq.Context().socket(zmq.REP).bind('tcp://127.0.0.1:*')",
    "fork": "import os\nif not os.fork():\n    os._exit(0)",
    "vfork": f"{LIBC}child = must(libc.syscall(58))\nchild or os._exit(0)",
    "clone": f"{LIBC}child = must(libc.syscall(56, 0x10000011, 0, 0, 0, 0))\nchild or os._exit(0)",
    "clone3": f"{LIBC}room = (ctypes.c_uint64 * 11)()\nroom[0], room[4] = 0x10000000, 17\n"
    "child = must(libc.syscall(435, room, 88))\nchild or os._exit(0)",
    "multiprocessing": "import multiprocessing as m\n"
    "m.get_context('fork').Process(target=int).start()",
    "unshare": f"{LIBC}must(libc.unshare(0x10000000))",
    "mount": f"{LIBC}must(libc.mount(b'none', b'/submission', b'tmpfs', 0, 0))",
    "ptrace": f"{LIBC}must(libc.ptrace(16, 1, 0, 0))",
    "process_vm_readv": f"{LIBC}must(libc.syscall(310, 1, 0, 0, 0, 0, 0))",
    "setuid": "import os\nos.setuid(0)",
    "setgroups": "import os\nos.setgroups([0])",
    "limits": "import resource as r\nr.setrlimit(r.RLIMIT_AS, (-1, -1))",
    "more processes": "import resource as r\nr.setrlimit(r.RLIMIT_NPROC, (9, 9))",
    "core dumps": "import resource as r\nr.setrlimit(r.RLIMIT_CORE, (-1, -1))",
    "priority": "import os\nos.setpriority(os.PRIO_PROCESS, 0, -5)",
    "shared memory": f"{LIBC}must(libc.shmget(0, 1 << 20, 0o1600))",
    "message queue": f"{LIBC}must(libc.msgget(0, 0o1600))",
    "memfd": "import os\nos.memfd_create('mine')",
    "pinned memory": f"{LIBC}import struct\nreads, writes = os.pipe()\n"
    "room = ctypes.create_string_buffer(4096)\n"
    "vector = ctypes.create_string_buffer(struct.pack('QQ', ctypes.addressof(room), 4096))\n"
    "must(libc.vmsplice(writes, vector, 1, 0))",
    "memfd_secret": f"{LIBC}must(libc.syscall(447, 0))",
    "io_uring": f"{LIBC}must(libc.syscall(425, 4, ctypes.create_string_buffer(256)))",
    "keys": f"{LIBC}must(libc.syscall(248, b'user', b'mine', b'x', 1, -3))",
    "bpf": f"{LIBC}must(libc.syscall(321, 0, ctypes.create_string_buffer(256), 72))",
    "pidfd": f"{LIBC}must(libc.syscall(434, 1, 0))",
    "x32 calls": f"{LIBC}must(libc.syscall(0x40000000 + 39))",
    "device": "import os, stat\nos.mknod('zero', 0o666 | stat.S_IFCHR, os.makedev(1, 5))",
    "change the package": "import disentangle_edu as d\nopen(d.__file__, 'a').write('x')",
    "change Python": "import os\nopen(os.__file__, 'a').write('x')",
    "beside the package": "import disentangle_edu as d\nopen(d.__file__ + '.x', 'w')",
    "write to /": "open('/mine', 'w')",
    "write to /tmp": "open('/tmp/mine', 'w')",
    "write to /dev/shm": "open('/dev/shm/mine', 'w')",
    "disk": "open('/dev/sda', 'rb')",
    "memory device": "open('/dev/mem', 'rb')",
    "terminal": "open('/dev/tty', 'w')",
    "typing": "import fcntl, termios\nfor line in range(9):\n"
    "    fcntl.ioctl(line, termios.TIOCSTI, b'x')",
    "environment": "import os\nos.environ['SECRET_TOKEN']",
    "processes": "import os\nos.listdir('/proc')",
    "sysfs": "import os\nos.listdir('/sys')",
    "program": "import os\nos.execv('/bin/sh', ['sh', '-c', 'exit'])",
    "more than the folder": "for k in range(99):\n    open(str(k), 'wb').write(bytes(10**6))",
    "a large file": "open('mine', 'wb').write(bytes(60 * 10**6))",
    "memory": "import numpy\nnumpy.ones(3 * 1024**3 // 8)",
    "many files open": "lines = [open('/dev/null') for _ in range(1000)]",
    "solutions": "from disentangle_edu.lessons import OWN, given\n"
    'OWN["05-own"].answer(given("05-own", "x"))',
    "result of a solution": "from disentangle_edu.lessons import EXERCISES\n"
    'assert EXERCISES["05-write"].solution() is not None',
    "notebooks": "from disentangle_edu.course import SHIPPED\nnext(SHIPPED.glob('*.ipynb'))",
    "guides": "import disentangle_edu, pathlib\n"
    "next(pathlib.Path(disentangle_edu.__file__).parent.rglob('guide.md'))",
}
TALK = "import os\ndef talk(line):\n    for there in range(3, 64):\n        try:\n"
TALK += "            os.write(there, line)\n        except OSError:\n            pass\n"
HARM = {  # what harms others, or claims a point without an answer
    "kill everybody": "import os\nos.kill(-1, 9)",
    "kill the parent": "import os\nos.kill(os.getppid(), 9)",
    "signals by files": "import fcntl, os\nfor line in range(3, 64):\n    try:\n"
    "        fcntl.fcntl(line, fcntl.F_SETOWN, os.getppid())\n"
    "        fcntl.fcntl(line, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)\n"
    "    except OSError:\n        pass",
    "fork bomb": "import os\nfor _ in range(300):\n    try:\n        os.fork()\n"
    "    except OSError:\n        pass",
    "thread bomb": "import threading, time\nfor _ in range(300):\n"
    "    threading.Thread(target=time.sleep, args=[99]).start()",
    "survivor": "import os, time\nif not os.fork():\n    os.setsid()\n    time.sleep(500)",
    "exit": "import os\nos._exit(0)",
    "abort": "import os\nos.abort()",
    "segfault": "import ctypes\nctypes.string_at(0)",
    "no stack": "import sys\nsys.setrecursionlimit(10**9)\nf = lambda _: max([1], key=f)\nf(1)",
    "a list of itself": 'x = []\nx.append(x)\ncheck("05-own", x)',
    "nested answer": "import sys\nsys.setrecursionlimit(99999)\nx = []\n"
    'for _ in range(450):\n    x = [x]\ncheck("05-own", x)',
    "nested line": f"{TALK}talk(b'[' * 900 + b']' * 900 + b'\\n')",
    "nested message": f"{TALK}"
    'talk(b\'{"id": "05-own", "answer": \' + b"[" * 900 + b"]" * 900 + b"}\\n")',
    "deep words": f'{TALK}talk(b\'{{"failed": \' + b"[" * 900 + b"]" * 900 + b"}}\\n")',
    "deep id": f'{TALK}talk(b\'{{"id": \' + b"[" * 900 + b"]" * 900 + b"}}\\n")',
    "brackets": f"{TALK}talk(b'[' * 100_000 + b'\\n')",
    "a long line": f"{TALK}talk(b'7' * 3_000_000)",
    "endless line": f"{TALK}for _ in range(100):\n    talk(b'7' * 1_000_000)",
    "many lines": f'{TALK}for _ in range(200):\n    talk(b\'{{"failed": "x"}}\\n\' * 10_000)',
    "forged passes": f"{TALK}"
    'talk(b\'{"id": "05-own", "passed": true, "answer": null}\\n{"passed": ["05-own"]}\\n\')',
    "forged end": f"{TALK}talk(b'{{\"done\": true}}\\n')",
    "forged function": f"{TALK}"
    'talk(b\'{"id": "05-exercise", "answer": {"function": [0, "\\ud800", [["a b", 9, 1]]]}}\\n\')',
    "forged matrix": f"{TALK}"
    'talk(b\'{"id": "05-own", "answer": {"matrix": [[[1, {}]], {}, 7]}}\\n\')',
    "forged numbers": f"{TALK}"
    "talk(b'{\"id\": \"05-own\", \"answer\": ' + b'9' * 200_000 + b'}\\n')",
    "not a number": 'check("05-own", float("nan"))\ncheck("05-own", float("inf"))',
    "no UTF-8": f'{TALK}talk(b\'{{"failed": "\\xff\\xfe"}}\\n\')',
    "surrogates": 'raise RuntimeError("\\ud800 \\x1b]0;mine\\x07")',
    "error without words": "class E(Exception):\n    def __str__(self): raise E\nraise E",
    "student": 'check("05-own", 1.0, "\\ud800" * 10**6)',
    "pickle": "class P:\n    def __reduce__(self):\n        import os\n"
    "        return os.system, ('true',)\n"
    'check("05-own", P())',
    "a number that lies": "class F(float):\n    __eq__ = __le__ = lambda *_: True\n"
    'check("05-own", F(1))',
    "an array that lies": "class A:\n    def __array__(self, *_, **__):\n        import os\n"
    '        os._exit(0)\ncheck("05-own", A())',
    "a generator": 'check("05-own", (x for x in iter(int, 1)))',
    "a range": 'check("05-own", range(10**9))',
    "a long answer": 'check("05-own", list(range(10**6)))',
    "deep function": "import sys\nsys.setrecursionlimit(99999)\ndef my_code(*_):\n    x = []\n"
    '    for _ in range(5000):\n        x = [x]\n    return x\ncheck("05-exercise", my_code)',
    "function of functions": 'def my_code(*_): return my_code\ncheck("05-exercise", my_code)',
    "raising function": 'def my_code(*_): raise SystemExit\ncheck("05-exercise", my_code)',
    "exiting function": 'import os\ndef my_code(*_): os._exit(0)\ncheck("05-exercise", my_code)',
    "checking function": 'def my_code(*_): return check("05-exercise", my_code)\n'
    'check("05-exercise", my_code)',
    "long function": 'def my_code(*_): return [0.0] * 10**6\ncheck("05-exercise", my_code)',
    "signature": "def my_code(*_): return [0.0]\n"
    "import inspect\nmy_code.__signature__ = 7\n"
    'check("05-exercise", my_code)',
    "patches": "from disentangle_edu.quiz import exercises\n"
    "exercises.Graded.passed = True\nexercises.Demand.met = True\nexercises.EXERCISES.clear()\n"
    'check("05-exercise", 1)\nprint("05-exercise: passed")',
    "replaces check": 'check = lambda *_: print("05-own: passed")\ncheck("05-own", 1)',
    "breaks json": 'import json\njson.dumps = json.loads = lambda *_: None\ncheck("05-own", 1)',
    "guesses": "for k in range(-2000, 6000):\n"
    '    if not check("05-own", k / 1000).passed:\n        break',
    "guesses by verdict": "for k in range(90):\n"
    '    if "passed" in repr(check("05-own", k / 100)):\n        break\n'
    'check("05-own", None)',
    "many checks": f"{TALK}for _ in range(2000):\n"
    '    talk(b\'{"id": "05-own", "answer": 1}\\n\' * 1000)',
    "prints": "import sys\nfor _ in range(100):\n    print('x' * 10**6)\n"
    "    sys.stderr.write('x' * 10**6)",
    "reads the terminal": "input()",
    "at exit": 'import atexit\natexit.register(lambda: check("05-own", 1))\nraise SystemExit',
    "parser": "exec('(' * 100_000)",
    "many files": "for k in range(20_000):\n    open(str(k), 'w').close()",
    "folders in folders": "import os\nfor _ in range(2000):\n    os.mkdir('x')\n    os.chdir('x')",
    "no signals": "import signal\nfor k in range(1, 65):\n    try:\n"
    "        signal.signal(k, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass",
}
ENDLESS = {  # these run until the time limit
    "loops": "while True: pass",
    "sleeps": "import time\ntime.sleep(999)",
    "hanging function": "def my_code(a, b, c):\n    while True: pass\n"
    'check("05-exercise", my_code)',
    "does not read": "import os, time\nfor there in range(3, 64):\n    try:\n"
    "        os.dup2(os.open('/dev/null', 0), there)\n    except OSError:\n        pass\n"
    "time.sleep(999)",
    "endless handler": "import signal\n"
    "def handle(*_):\n    while True: pass\n"
    "signal.signal(signal.SIGALRM, handle)\nsignal.alarm(1)\nwhile True: pass",
    "endless text": "class E(Exception):\n    def __str__(self):\n        while True: pass\n"
    "raise E",
}
CELLS = {
    **{name: code + HANDS_IN for name, code in READS.items()},
    **{name: code + WINS for name, code in POWERS.items()},
    **WRITES,
    **HARM,
}
