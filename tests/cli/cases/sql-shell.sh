# A conversation on a terminal: a statement over two lines, an error, a completed word, commands.
python3 - "$JFRTOOL" "$TESTDATA/native-17.jfr" <<'P'
import os, pty, re, select, sys

pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"
    os.execv(sys.argv[1], [sys.argv[1], "sql", sys.argv[2]])
seen = ""


def wait_for(text):
    global seen
    while text not in seen:
        ready, _, _ = select.select([fd], [], [], 300)
        if not ready:
            sys.exit(f"no {text!r} in {seen!r}")
        try:
            data = os.read(fd, 65536)
        except OSError: # the other end is closed
            data = b""
        if not data:
            sys.exit(f"it ended without {text!r}: {seen!r}")
        seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", data.decode())
    before, _, seen = seen.partition(text)
    return before


def say(line):
    os.write(fd, line.encode())


wait_for("jfr> ")
say("SELECT count(*) * 1000 AS thousands\n")
wait_for("...> ")
say("FROM GCPhasePause;\n")
wait_for("thousands")
wait_for("3000")
print("a statement over two lines")
wait_for("jfr> ")
say("SELECT nothing_of_the_kind;\n")
wait_for("no such column")
print("an error is said, and it goes on")
wait_for("jfr> ")
say(".views\n")
wait_for("gc-pauses")
wait_for("jfr> ")
say(".quit\n")
_, status = os.waitpid(pid, 0)
print("left with", os.waitstatus_to_exitcode(status))
P
