#!/usr/bin/env python3
"""The explorer in a terminal: screens after keys, the mouse and other sizes, against those stored.

    run.py [--update]     tests/tui/screens/NAME.txt; ends with "N passed, N failed"

The terminal is tmux. A screen is right as soon as it is as expected; how long that takes says nothing.
Screens of commands (findings, GC, locks) are compared with what the command itself prints."""
import atexit
import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
DATA = os.path.abspath(os.environ.get("TESTDATA", os.path.join(ROOT, "testdata")))
SCREENS = os.path.join(ROOT, "tests/tui/screens")
LIMIT = 60  # seconds until a screen that is not as expected counts as wrong
ONE_IS_WRONG = 5  # the same, once one was: what is wrong is mostly wrong on all that follow
UPDATE = sys.argv[1:] == ["--update"]
COLUMNS, LINES = 100, 24

# The keys of each step, and the name of the screen after them; None: only the keys.
SCENES = {
    "shares-17.jfr": [([], "methods"), (["s"], "by-total"), (["s", "Down", "Enter"], "callers"), (["4"], "callees"),
                      (["5"], "flame"), (["d"], "flame-dense"), (["Down"], "flame-dense-below"),
                      (["Up", "d"] + ["Down"] * 4 + ["l", "h", "Enter"], "flame-zoomed"),
                      (["6"], "threads"), (["Enter"], "of-a-thread"), (["u"], "methods-again"),
                      (["Right"] * 20 + ["["] + ["Right"] * 30 + ["]"], "window"), (["f"], "with-a-method"),
                      (["y"], "command"), (["x"], "all-again"), (["?"], "help"),
                      (["?", "/", "r", "Right", "i", "F5", "g", "h", "t", "Enter"], "found")],
    "hostile-17.jfr": [([], "hostile")],
    "full-gc-11.jfr.zst": [([], "no-samples")],
}
COLORED = ("flame-dense", "flame-dense-below")  # half a letter is a row: all that there is are colours
MOUSE = [("\x1b[<0;31;2M\x1b[<32;61;2M\x1b[<0;61;2m", "dragged"), ("\x1b[<0;52;5M", None)]
passed = failed = 0


class Terminal:
    number = 0

    def __init__(self, folder, recording, term="xterm-256color", locale="C.UTF-8", command="tui", columns=COLUMNS):
        Terminal.number += 1  # a server that ends is not met again
        self.name = f"jfrtool-{os.getpid()}-{Terminal.number}"
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TMUX", "COLUMNS", "LINES", "COLORTERM")}
        environment |= {"TERM": "screen", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.environment = environment
        atexit.register(self.close)  # a server outlives who started it
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(LINES), "-c", folder,
                  f"TERM={term} LC_ALL={locale} XDG_STATE_HOME={folder}/state {TOOL} {command} {recording}; echo ended with $?; sleep 600",
                  ";", "set-option", "-s", "set-clipboard", "on")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-u", "-L", self.name, *arguments], env=self.environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        return done.stdout

    def keys(self, keys):
        for key in keys:
            self.tmux("send-keys", key)

    def screen(self, *how):
        return "\n".join(line.rstrip() for line in self.tmux("capture-pane", "-p", *how).splitlines()).rstrip() + "\n"

    def settled(self, *how):
        """The screen when it has not changed for a second."""
        before, since = self.waits_for(lambda s: "1 Findings" in s, *how), time.monotonic()
        while time.monotonic() - since < 1:
            now = self.screen(*how)
            if now != before:
                before, since = now, time.monotonic()
            time.sleep(0.05)
        return before

    def waits_for(self, good, *how):
        end = time.monotonic() + (ONE_IS_WRONG if failed else LIMIT)
        while True:
            screen = self.screen(*how)
            if good(screen) or time.monotonic() > end:
                return screen
            time.sleep(0.05)

    def close(self):
        atexit.unregister(self.close)
        self.tmux("kill-server")


def check(name, good, screen, expected=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {name}\n{screen}" + (f"expected:\n{expected}" if expected else ""))


def compare(terminal, name):
    path = os.path.join(SCREENS, name + ".txt")
    how = ["-e"] if name in COLORED else []
    if UPDATE:
        with open(path, "w", encoding="utf-8") as file:
            file.write(terminal.settled(*how))
        return
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    screen = terminal.waits_for(lambda s: s == expected, *how)
    check(name, screen == expected, screen, expected)


def same_as_command(terminal, folder):
    """What y copies counts the same samples: the command is the second source."""
    terminal.keys(["y"])
    screen = terminal.waits_for(lambda s: "\njfrtool hot-methods" in s)
    command = terminal.tmux("show-buffer").replace("jfrtool", TOOL, 1)  # what the terminal was told to keep
    said = subprocess.run(["bash", "-c", command], cwd=folder, env=terminal.environment | {"COLUMNS": "200"}, text=True,
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    rows = [line.split() for line in screen.splitlines()[6:14]]
    for self, _, total, _, method in rows:
        check(f"{method} has {self} of itself and {total} in all in the window, as the command says",
              any(line.split()[::2] == [self, total, method] for line in said.splitlines()), said)


def hostile_names_are_copied_as_words(folder):
    """Threads whose names a terminal would act upon: what y copies has nothing of it as such, and counts the thread."""
    terminal = Terminal(folder, "hostile-17.jfr")
    terminal.waits_for(lambda s: "Threads" in s)
    seen = set()
    for row in range(8):
        terminal.keys(["x", "6", "Home"] + ["Down"] * row + ["Enter", "2", "y"])
        terminal.waits_for(lambda s: "\njfrtool hot-methods" in s and "--thread" in s)
        command = terminal.tmux("show-buffer")
        if command in seen:
            continue
        seen.add(command)
        acts = [hex(ord(c)) for c in command if ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0 or 0x2028 <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069]
        check(f"nothing in {command[:60]!r} acts on a terminal", not acts, str(acts))
        done = subprocess.run(["bash", "-c", command.replace("jfrtool", TOOL, 1)], cwd=folder, env=terminal.environment, text=True,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        check(f"{command[:60]!r} finds the thread", done.returncode == 0, done.stdout)
    check("more than one thread was copied", len(seen) > 1, str(seen))
    terminal.close()


def narrow(folder):
    """80 columns: all tabs are there, lines reach the last column, what is wider can be moved aside."""
    terminal = Terminal(folder, "native-17.jfr", columns=80)
    for keys, name in ((["1"], "narrow"), (["8", ">", ">"], "narrow-aside"), (["?"], "narrow-help"), (["?", "3"], "narrow-callers")):
        terminal.keys(keys)
        compare(terminal, name)
    terminal.tmux("send-keys", "-l", "\x1b[<0;48;5M")
    screen = terminal.waits_for(lambda s: "  thread\n" in s)
    check("a click at 80 columns opens the tab that is there", "  thread\n" in screen, screen)
    terminal.close()


def rows_lead_on(folder):
    """Enter goes where a row leads, Escape comes back; what a rule warns of is marked; two recordings are compared."""
    terminal = Terminal(folder, "shop-17.jfr.zst", columns=140)
    screen = terminal.waits_for(lambda s: "8 Locks!" in s)
    check("tabs that a rule warns of are marked", "1 Findings!" in screen and "8 Locks!" in screen and "7 GC " in screen, screen)
    check("rows have bars where there is room", "███" in screen.splitlines()[6], screen)
    terminal.keys(["8"])
    terminal.waits_for(lambda s: "Monitors" in s)
    terminal.keys(["Down"] * 5 + ["Enter"])
    screen = terminal.waits_for(lambda s: "previousOwner" in s)
    check("a lock leads to its waits", 'events --where monitorClass = "workload.Shop$PriceList"' in screen and "92.6 ms" in screen, screen)
    terminal.keys(["Escape"])
    screen = terminal.waits_for(lambda s: "Monitors" in s)
    check("Escape comes back", "Monitors" in screen, screen)
    terminal.keys(["Down"] * 5 + ["Enter"])
    screen = terminal.waits_for(lambda s: "callers of" in s)
    check("a method leads to its callers", "callers of workload.Shop$PriceList.parse" in screen, screen)
    terminal.keys(["1"])
    terminal.waits_for(lambda s: "Waiting for locks" in s)
    terminal.keys(["Home"] + ["Down"] * 4 + ["Enter"])
    screen = terminal.waits_for(lambda s: "jfrtool locks (r" in s and "Monitors" in s)
    check("a finding leads to its time and its tab", "for 92.6 ms" in screen.splitlines()[0] and "jfrtool locks" in screen, screen)
    terminal.keys(["F1"])
    terminal.waits_for(lambda s: "another tab" in s)
    terminal.keys(["Escape"])
    screen = terminal.waits_for(lambda s: "another tab" not in s)
    check("F1 is help, and Escape closes it", "jfrtool locks" in screen, screen)
    terminal.close()
    terminal = Terminal(folder, "lambdas-17.jfr lambdas-17b.jfr.zst", columns=140)
    screen = terminal.waits_for(lambda s: "base  lambdas-17.jfr" in s)
    check("two recordings are compared", "- Diff" in screen and "new   lambdas-17b.jfr.zst" in screen, screen)
    terminal.close()


def write_to_reader(path, data):
    """Into a pipe with a name, as soon as somebody reads it; False: nobody does."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            file = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.05)
            continue
        os.set_blocking(file, True)
        with os.fdopen(file, "wb") as pipe:
            pipe.write(data)
        return True
    return False


def slow_command(folder):
    """While a command reads, the screen says so and keys go on; what it prints is there when it is done."""
    path = os.path.join(folder, "slow.jfr")
    reading = "the recording is being read"
    with open(os.path.join(DATA, "shares-17.jfr"), "rb") as file:
        recording = file.read()
    with open(path, "wb") as file:
        file.write(recording)
    terminal = Terminal(folder, "slow.jfr")
    terminal.waits_for(lambda s: "q quit" in s)
    os.unlink(path)
    os.mkfifo(path)  # who reads it waits for a writer
    terminal.keys(["7"])
    screen = terminal.waits_for(lambda s: reading in s)
    check("a tab whose command still reads says so", reading in screen, screen)
    terminal.keys(["2"])
    screen = terminal.waits_for(lambda s: "Shares.hotHalf" in s)
    check("another tab is there meanwhile", "Shares.hotHalf" in screen and reading not in screen, screen)
    terminal.keys(["8"])
    terminal.waits_for(lambda s: reading in s)
    terminal.keys(["7"])
    terminal.waits_for(lambda s: "jfrtool gc" in s and reading in s)
    check("the command of the tab reads", write_to_reader(path, recording), "nobody reads")
    screen = terminal.waits_for(lambda s: "jfrtool gc" in s and reading not in s)
    check("then the tab is there", "jfrtool gc" in screen and "collect" in screen, screen)
    terminal.keys(["9"])
    terminal.waits_for(lambda s: reading in s)
    terminal.keys(["q"])
    screen = terminal.waits_for(lambda s: "ended with" in s)
    check("q quits while a command reads", screen == "ended with 0\n", screen)
    terminal.close()


def slow_recording(folder):
    """While the recording itself is read, the screen says so, and not half a second later."""
    path = os.path.join(folder, "trickling.jfr")
    os.mkfifo(path)
    terminal = Terminal(folder, "trickling.jfr")
    screen = terminal.waits_for(lambda s: "reading" in s)
    check("that it is read is said before anything of it is there", "reading" in screen, screen)
    with open(path, "wb", buffering=0) as pipe:
        for name in ("shares-17.jfr", "native-17.jfr", "chunks-17.jfr", "lambdas-17.jfr", "custom-17.jfr"):
            with open(os.path.join(DATA, name), "rb") as file:
                pipe.write(file.read())
            time.sleep(0.05)
        screen = terminal.waits_for(lambda s: "B/s" in s)
        check("a recording that is still read is said to be", "B/s" in screen, screen)
    screen = terminal.waits_for(lambda s: "q quit" in s)
    check("then the explorer is there", "Shares.hotHalf" in screen and "B/s" not in screen, screen)
    terminal.close()


def typed_ahead(folder):
    """What comes at once, as over a slow line, does what it does key by key."""
    terminal = Terminal(folder, "chunks-17.jfr")
    terminal.waits_for(lambda s: "q quit" in s)
    terminal.tmux("send-keys", "6", "/", *"phase-2", "Enter", "Enter")
    screen = terminal.waits_for(lambda s: "thread phase-2" in s)
    check("a thread that is searched and entered at once", "thread phase-2" in screen, screen)
    terminal.close()


def sixteen_colors(folder):
    """Packages next to each other in the flame graph are told apart with 16 colours, too."""
    terminal = Terminal(folder, "lambdas-17.jfr", "xterm")
    terminal.keys(["5"])
    terminal.waits_for(lambda s: " samples, 100" in s)
    grounds = set(re.findall(r"\x1b\[[0-9;]*?(4[0-7])m", terminal.tmux("capture-pane", "-e", "-p")))
    check("the flame graph has at least three colours of 16", len(grounds) >= 3, f"{grounds}")
    terminal.close()


def one_sample(folder):
    """One is not several: in the title and above the flame graph."""
    terminal = Terminal(folder, "custom-17.jfr")
    terminal.keys(["5"])
    screen = terminal.waits_for(lambda s: "100.00 %, 0 on top" in s)
    check("one sample is one", "  1 sample of " in screen and "\n1 sample, 100.00 %" in screen, screen)
    terminal.close()


def shell_remembers(folder):
    """The shell of sql: what was typed in one is there in the next, for its owner alone."""
    try:
        ctypes.CDLL("libedit.so.2")
    except OSError:
        return
    kept = os.path.join(folder, "state", "jfrtool", "sql_history")
    terminal = Terminal(folder, "shares-17.jfr", command="sql")
    terminal.waits_for(lambda s: s.startswith("jfr>"))
    terminal.tmux("send-keys", "-l", "SELECT 6 * 7 AS answer\\;")
    terminal.keys(["Enter"])
    screen = terminal.waits_for(lambda s: "42" in s)
    terminal.keys(["C-d"])
    terminal.waits_for(lambda s: "ended with 0" in s)
    terminal.close()
    check("sql: a statement is answered", "42" in screen, screen)
    mode = f"{os.stat(kept).st_mode & 0o777:o}" if os.path.exists(kept) else "not there"
    check("sql: only its owner reads the history", mode == "600", mode)
    terminal = Terminal(folder, "shares-17.jfr", command="sql")
    terminal.waits_for(lambda s: s.startswith("jfr>"))
    terminal.keys(["Up"])
    screen = terminal.waits_for(lambda s: "SELECT" in s)
    check("sql: the history is there again", "SELECT 6 * 7 AS answer;" in screen, screen)
    terminal.close()


def main():
    if subprocess.run(["sh", "-c", "command -v tmux"], stdout=subprocess.DEVNULL, check=False).returncode:
        print("skipped: no tmux\n0 passed, 0 failed, 1 skipped")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="jfrtool-tui.") as folder:
        for recording in [*SCENES, "native-17.jfr", "chunks-17.jfr", "lambdas-17.jfr", "lambdas-17b.jfr.zst", "shop-17.jfr.zst", "custom-17.jfr"]:
            os.symlink(os.path.join(DATA, recording), os.path.join(folder, recording))
        for recording, steps in SCENES.items():
            terminal = Terminal(folder, recording)
            for keys, name in steps:
                terminal.keys(keys)
                compare(terminal, name)
                if name == "window":
                    same_as_command(terminal, folder)
            terminal.keys(["q"])
            screen = terminal.waits_for(lambda s: "ended with" in s)
            check(f"{recording}: q quits, and the screen is as before", screen == "ended with 0\n", screen)
            terminal.close()

        terminal = Terminal(folder, "shares-17.jfr")
        terminal.waits_for(lambda s: "q quit" in s)
        for bytes_, name in MOUSE:
            terminal.tmux("send-keys", "-l", bytes_)
            if name:
                compare(terminal, name)
        screen = terminal.waits_for(lambda s: "on top  all" in s)
        check("a click opens a tab", "on top  all" in screen, screen)
        terminal.tmux("resize-window", "-x", "70", "-y", "16")
        compare(terminal, "smaller")
        terminal.close()

        terminal = Terminal(folder, "shares-17.jfr", "vt100", "C")
        compare(terminal, "ascii")
        terminal.keys(["7"])
        gc = subprocess.run([TOOL, "gc", "shares-17.jfr"], cwd=folder, env=terminal.environment, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        line = gc.splitlines()[0][:60]
        screen = terminal.waits_for(lambda s: line in s)
        check("the tab GC is what gc prints", line in screen, screen, gc)
        terminal.close()
        hostile_names_are_copied_as_words(folder)
        narrow(folder)
        rows_lead_on(folder)
        typed_ahead(folder)
        slow_recording(folder)
        slow_command(folder)
        sixteen_colors(folder)
        one_sample(folder)
        shell_remembers(folder)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
