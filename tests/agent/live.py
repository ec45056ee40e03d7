"""jfrtool top in JVMs whose hot methods are known: once and on a terminal, by the agent, by the JVM's
own recorder, and on the repository of one that runs already. Used by run.py."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess

import recording as rec
from control import Running, fresh_folder, record
from jvms import AGENT, PATIENCE, in_any_jvm, path, release, wait_for

KNOWN = {"fifty", "thirty", "twenty"}
# Attached late, samples in code that was compiled before are charged to whoever has a safepoint.
WHOLE = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints")
STREAMS = 17  # the first release whose recorder writes what can be read at once, for top
ENOUGH = 20  # samples: then there is one of fifty, but for one time in a million


def top(*args, cwd=None):
    return subprocess.run([os.path.abspath(rec.JFRTOOL), "top", "--once", "--agent", AGENT, "--timeout",
                           f"{PATIENCE}s", *args], capture_output=True, text=True, timeout=2 * PATIENCE,
                          cwd=cwd)


def known(seen):
    return {m["method"]: m["self"] for m in seen["methods"]
            if m["class"] == "Shares" and m["method"] in KNOWN and m["self"]}


def picture(*args):
    """One with enough samples: of a window that is as long as it takes for them."""
    for seconds in (1, 4, 16, 64):
        run = top("--json", "--window", f"{seconds}s", *args)
        assert run.returncode == 0, run.stderr
        seen = json.loads(run.stdout)
        if sum(known(seen).values()) >= ENOUGH:
            return seen
    raise AssertionError(f"only {known(seen)} in a minute: {args}, {seen['methods'][:5]}")


def check_picture(seen, pid):
    self = known(seen)
    # They do the work of the program; what the JVM does besides, it does while it starts.
    java = [m for m in seen["methods"] if m["class"] == "Shares" or m["class"].startswith("java.lang.")]
    assert self.get("fifty") and java[0]["method"] in KNOWN, seen["methods"][:5]
    assert all(a["self"] >= b["self"] for a, b in zip(seen["methods"], seen["methods"][1:]))
    burners = [t["name"] for t in seen["threads"] if t["name"].startswith("burner")]
    assert burners and seen["threads"][0]["samples"], seen["threads"]
    cpu = [t["cpu_ns"] or 0 for t in seen["threads"]]
    assert cpu == sorted(cpu, reverse=True) and cpu[0] > 0, seen["threads"]
    gc = seen["gc_share"]  # None: the collector had nothing to do, so that nobody knows that it is recorded
    assert 0 < seen["window_s"] <= 64 and (gc is None or 0 <= gc <= 1), seen
    assert seen["pid"] == pid and seen["event"] == "jdk.ExecutionSample", seen


@in_any_jvm
def test_top(jdk):
    """One picture each: our agent, the JVM's recorder, what a recorder writes that was there before; and
    nothing of ours is left in the JVM."""
    folder = fresh_folder(jdk, "repository")
    flags = (f"-XX:FlightRecorderOptions=repository={folder}", *WHOLE)
    with Running(jdk, "Shares", "end", 1, flags=flags) as jvm:
        working(jvm)
        seen = [picture(jvm.pid)]
        if release(jdk) < STREAMS:
            refused = top("--engine", "jfr", jvm.pid)
            assert refused.returncode == 2 and "before a chunk is full" in refused.stderr, refused
        else:
            seen.append(picture("--engine", "jfr", jvm.pid))
        for one in seen:
            check_picture(one, int(jvm.pid))
        began = record("--engine", "jfr", "--detach", "-o", f"{folder}.jfr", jvm.pid)
        assert began.returncode == 0, began.stderr
        if release(jdk) >= STREAMS:
            wait_for(lambda: sum(known(json.loads(top("--json", folder).stdout or '{"methods": []}')).values())
                     >= ENOUGH, "chunks in the repository")
            seen.append(picture(folder))
            check_picture(seen[-1], None)
        assert record("--engine", "jfr", "--stop", jvm.pid).returncode == 0
        for args in ((), ("--engine", "jfr")):
            left = record("--status", *args, jvm.pid)
            assert left.returncode == 2 and "no recording of" in left.stderr, left
        # It ends while we look.
        looking = subprocess.Popen([rec.JFRTOOL, "top", "--once", "--window", "1h", "--agent", AGENT,
                                    "--timeout", f"{PATIENCE}s", jvm.pid], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        wait_for(lambda: record("--status", jvm.pid).returncode == 0, "top to begin")
        jvm.end()
        out, err = looking.communicate(timeout=PATIENCE)
    assert looking.returncode == 0 and f"process {jvm.pid} (Shares) ended" in err, (looking.returncode, err)
    assert "Shares" in out, out
    assert not glob.glob(f"/proc/{jvm.pid}"), jvm.pid
    return ", ".join(f"{one['samples']} samples in {one['window_s']} s" for one in seen)


def working(jvm):
    """Waits until the workload's own thread runs: a JVM can be attached to before it is up."""
    def there():
        for comm in glob.glob(f"/proc/{jvm.pid}/task/*/comm"):
            try:
                with open(comm, encoding="utf-8", errors="replace") as file:
                    if file.read().startswith("burner"):
                        return True
            except OSError:
                continue  # it ended
        return False
    wait_for(there, "the workload")


class Terminal:
    """A window of tmux, 100 columns and 30 lines, in which a command runs."""

    def __init__(self, folder, *command):
        self.tmux = ["tmux", "-L", os.path.basename(folder), "-f", "/dev/null"]
        self.code = f"{folder}/code"
        words = " ".join(f"'{word}'" for word in command)
        self.call("new-session", "-d", "-x", "100", "-y", "30", "-c", folder,
                  f"env LC_ALL=C.UTF-8 TERM=screen-256color {words} 2>{folder}/said; echo $? >{self.code}")

    def call(self, *args):
        return subprocess.run([*self.tmux, *args], capture_output=True, text=True, check=True).stdout

    def screen(self):
        return self.call("capture-pane", "-p")

    def shows(self, pattern):
        wait_for(lambda: re.search(pattern, self.screen()), f"{pattern} on\n{self.screen()}")
        return self.screen()

    def press(self, key):
        self.call("send-keys", key)

    def ended(self):
        wait_for(lambda: os.path.exists(self.code) and open(self.code).read().strip(), "its end")
        return int(open(self.code).read())

    def close(self):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)


@in_any_jvm
def test_top_terminal(jdk):
    """The screen by its content: figures that change, keys, another size, signals; at the end a recording
    of ours is neither running in the JVM nor left in its /tmp."""
    if not shutil.which("tmux"):
        return "skipped: no tmux"
    folder = fresh_folder(jdk, "screen")
    with Running(jdk, "Shares", "end", 1, flags=WHOLE) as jvm:
        working(jvm)
        # Under another name it is found again only by the path that top keeps.
        agent = shutil.copy(AGENT, path("other-name.so"))
        terminal = Terminal(folder, os.path.abspath(rec.JFRTOOL), "top", "--agent", agent, "--timeout",
                            f"{PATIENCE}s", jvm.pid)
        try:
            seen = terminal.shows(r"(?m)^ +\d+ .*Shares[.]fifty$")
            lines = seen.splitlines()
            assert lines[0].startswith(f"process {jvm.pid}, Shares, JDK "), lines[0]
            assert re.match(r"self +self % +total +total % +method", lines[3]), seen
            assert re.search(r"(?m)^CPU % +samples +thread +hottest method", seen), seen
            assert lines[-1].startswith(" q quits  p pauses  w writes a recording  f a flame graph"), seen
            samples = int(re.search(r", (\d+) samples?", lines[0])[1])
            terminal.shows(rf"(?m)^process (?!.*, {samples} sample).* samples of")
            terminal.press("p")
            terminal.shows(" PAUSED ")
            terminal.press("w")
            name = re.search(r"wrote (\S+[.]jfr)", terminal.shows(r"wrote \S+[.]jfr"))[1]
            terminal.press("f")
            picture_name = re.search(r"wrote (\S+[.]svg)", terminal.shows(r"wrote \S+[.]svg"))[1]
            terminal.call("resize-window", "-x", "60", "-y", "16")
            wait_for(lambda: len(terminal.screen().splitlines()) == 16 and
                     "wrote " in terminal.screen().splitlines()[-1], "16 lines")
            assert all(len(line) <= 60 for line in terminal.screen().splitlines()), terminal.screen()
            terminal.press("q")
            code = terminal.ended()
        finally:
            terminal.close()
        assert code == 0, open(f"{folder}/said").read()
        hot = rec.hot_methods(f"{folder}/{name}")
        assert hot.get("Shares.fifty"), hot
        with open(f"{folder}/{picture_name}", encoding="utf-8") as file:
            assert "Shares.fifty" in file.read()
        assert sorted(os.listdir(folder)) == sorted(["code", "said", name, picture_name]), os.listdir(folder)
        left = record("--status", jvm.pid)
        assert left.returncode == 2 and "no recording of" in left.stderr, left
        if release(jdk) < STREAMS:
            jvm.end()
            return f"{samples} samples at first"
        # Killed by a signal it ends the same way.
        terminal = Terminal(fresh_folder(jdk, "signal"), os.path.abspath(rec.JFRTOOL), "top", "--engine", "jfr",
                            "--timeout", f"{PATIENCE}s", jvm.pid)
        try:
            terminal.shows("Shares, JDK ")
            own = subprocess.run(["pgrep", "-f", f"top --engine jfr.* {jvm.pid}$"], capture_output=True,
                                 text=True).stdout.split()
            for pid in own:
                if os.readlink(f"/proc/{pid}/exe").endswith("/jfrtool"):
                    os.kill(int(pid), signal.SIGTERM)
            assert terminal.ended() == 0
        finally:
            terminal.close()
        left = record("--status", "--engine", "jfr", jvm.pid)
        assert left.returncode == 2 and "no recording of" in left.stderr, left
        jvm.end()
    return f"{samples} samples at first, then {sum(hot.values())} of methods on top"
