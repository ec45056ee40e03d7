# Recordings that something took for text: each command that cannot read them says what was done to them, whatever the
# format; of those that are only cut none says so.
cat >all.py <<'PY'
import os, subprocess
tool, data = os.environ["JFRTOOL"], os.environ["TESTDATA"]
CHANGES = {
    "every CR LF became LF": lambda d: d.replace(b"\r\n", b"\n"),
    "every line feed (LF) became CR LF": lambda d: d.replace(b"\n", b"\r\n"),
    "EF BF BD stands for every byte that was none": lambda d: d.decode("utf-8", "replace").encode(),
    "its bytes were read as characters and written as UTF-8": lambda d: d.decode("latin-1").encode(),
    "it is in UTF-16": lambda d: d.decode("latin-1").encode("utf-16"),
}
COMMANDS = ("check", "summary", "hot-methods", "gc", "print", "metadata", "overview", "events jdk.ThreadStart", "facts",
            "repair -o new.jfr", "assemble -o new2.jfr")
def said(command, content):
    with open("x.jfr", "wb") as out:
        out.write(content)
    name, *rest = command.split()
    done = subprocess.run([tool, name, *(r for r in rest if r[0] != "-" and "." in r and not r.startswith("new")), "x.jfr",
                           *(rest if name in ("repair", "assemble") else [])], capture_output=True, text=True)
    return done.stdout + done.stderr
wrong = []
for name in ("chunks-17.jfr", "custom-17.jfr", "old/events-8.jfr", "../tests/cases/async-profiler-1.jfr"):
    whole = open(f"{data}/{name}", "rb").read()
    for words, change in CHANGES.items():
        if change(whole) == whole or (whole.count(b"\n") < 8 and "LF" in words):
            continue
        wrong += [f"{name}, {words}: {c} does not say it" for c in COMMANDS if words not in said(c, change(whole))]
    tool = os.environ["JFRPLAIN"]
    for length in (len(whole) - 1, len(whole) - 10, len(whole) - 300, len(whole) // 2):
        wrong += [f"{name} cut to {length}: {c}" for c in ("check", "hot-methods") if "as text" in said(c, whole[:length])]
print("\n".join(wrong) or "all say it")
PY
python3 all.py
