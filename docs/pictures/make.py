#!/usr/bin/env python3
"""The README's pictures of a terminal: docs/tui.svg and docs/overview.svg, of what jfrtool really writes.

    make.py [RECORDING]

RECORDING is what the explorer shows; without it one is made of javac (JAVA_HOME or the newest JDK in
/usr/lib/jvm). The overview is of testdata/shop-17.jfr.zst. The terminal is tmux, 100 columns of true colours; its cells become text and rectangles. Block characters are drawn as rectangles, and each run of text is given
its width, so that the picture does not depend on the font that is there."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import escape

DOCS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(DOCS)
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
COLUMNS = 100
# Name: what is typed, lines of the terminal, the keys (each when its text is there), what is there at the end.
PICTURES = {
    "tui": ("jfrtool tui javac.jfr", 30, [("q quit", "5"), ("samples, 100", "Down"), ("on top", "Down")], "on top"),
    "overview": ("jfrtool rec.jfr", 24, [], "No findings about"),
}
LIMIT = 60  # seconds
WIDTH, HEIGHT, MARGIN, BAR = 8.4, 17, 12, 26  # of a cell, around the screen, above it; in pixels
PAPER, INK, EDGE, FRAME = "#14171c", "#d8dce2", "#3a414c", "#2a2f38"
COLORS = ["#2b303b", "#e06c75", "#8cc570", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
          "#7a8290", "#ff7b86", "#a5e088", "#ffd68a", "#7fc1ff", "#dc92f0", "#6fd3df", "#ffffff"]
LEVELS = [0, 95, 135, 175, 215, 255]
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"


def record_javac(folder):
    homes = [os.environ["JAVA_HOME"]] if os.environ.get("JAVA_HOME") else sorted(
        (h for h in glob.glob("/usr/lib/jvm/*") if os.path.exists(h + "/bin/javac")),
        key=lambda h: int((re.findall(r"\d+", os.path.basename(h)) or ["0"])[0]))
    if not homes:
        sys.exit("make.py: no JDK in JAVA_HOME or /usr/lib/jvm to record: give a recording")
    recording, bench = os.path.join(folder, "javac.jfr"), os.path.join(ROOT, "bench/workloads")
    subprocess.run([homes[-1] + "/bin/java", bench + "/GenerateMaze.java", folder + "/maze"], check=True)
    sources = glob.glob(bench + "/*.java") + glob.glob(folder + "/maze/*.java")
    subprocess.run([homes[-1] + "/bin/javac", "-J-Xlog:disable", "-J-XX:FlightRecorderOptions:stackdepth=256",
                    f"-J-XX:StartFlightRecording:filename={recording},settings=profile,jdk.ExecutionSample#period=10ms",
                    "-d", folder + "/classes", *sources], check=True)
    return recording


def screen(folder, typed, lines, keys, last):
    """The terminal's lines, with their escape sequences of colours."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TMUX", "COLUMNS", "LINES")}
    environment |= {"TERM": "screen", "LC_ALL": "C.UTF-8"}

    def tmux(*arguments):
        return subprocess.run(["tmux", "-u", "-L", f"pictures-{os.getpid()}", *arguments], env=environment, text=True,
                              check=True, stdout=subprocess.PIPE).stdout

    def waits_for(text):
        end = time.monotonic() + LIMIT
        while text not in tmux("capture-pane", "-p"):
            if time.monotonic() > end:
                sys.exit(f"make.py: '{text}' does not come:\n" + tmux("capture-pane", "-p"))
            time.sleep(0.1)
        time.sleep(0.5)  # the rest of the same screen

    tmux("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(lines), "-c", folder,
         f"TERM=xterm-256color COLORTERM=truecolor TZ=UTC PATH={folder}:$PATH {typed}; sleep 600")
    try:
        for text, key in keys:
            waits_for(text)
            tmux("send-keys", key)
        waits_for(last)
        return tmux("capture-pane", "-e", "-N", "-p").rstrip("\n").split("\n")
    finally:
        tmux("kill-server")


def of_256(n):
    if n < 16:
        return COLORS[n]
    if n >= 232:
        return "#" + f"{8 + 10 * (n - 232):02x}" * 3
    n -= 16
    return "#" + "".join(f"{LEVELS[part]:02x}" for part in (n // 36, n // 6 % 6, n % 6))


class Style:
    """What the escape sequences so far mean for the next cell."""

    def __init__(self):
        self.ink = self.paper = None
        self.bold = self.dim = self.line = self.turned = False

    def take(self, codes):
        codes = [int(c or 0) for c in codes.replace(":", ";").split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "line", 7: "turned"}[code], True)
            elif code in (22, 24, 27):
                for name in {22: ("bold", "dim"), 24: ("line",), 27: ("turned",)}[code]:
                    setattr(self, name, False)
            elif code in (38, 48):
                if codes.pop(0) == 2:
                    color = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
                else:
                    color = of_256(codes.pop(0))
                self.color(code == 38, color)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.color(True, COLORS[code % 10 + 8 * (code >= 90)])
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.color(False, COLORS[code % 10 + 8 * (code >= 100)])
            elif code in (39, 49):
                self.color(code == 39, None)

    def color(self, ink, color):
        if ink:
            self.ink = color
        else:
            self.paper = color

    def cell(self):
        ink, paper = self.ink or INK, self.paper
        if self.turned:
            ink, paper = paper or PAPER, self.ink or INK
        return ink, paper, self.bold, self.dim and not self.paper, self.line


def cells(line, style):
    for part in re.split(r"(\x1b\[[0-9;:]*m|\x1b\(.|[\x0e\x0f])", line):
        if part.startswith("\x1b[") and part.endswith("m"):
            style.take(part[2:-1])
        elif not part.startswith(("\x1b", "\x0e", "\x0f")):
            for c in part:
                yield c, style.cell()


def block(c, x, y):
    """The rectangle of a block character, or None."""
    code = ord(c)
    if 0x2581 <= code <= 0x2588:  # from below
        part = (code - 0x2580) / 8
        return x, y + HEIGHT * (1 - part), WIDTH, HEIGHT * part
    if 0x2589 <= code <= 0x258f:  # from the left
        return x, y, WIDTH * (0x2590 - code) / 8, HEIGHT
    return (x, y, WIDTH, HEIGHT / 2) if c == "▀" else None


def runs(row, what):
    """(first column, columns, what they have in common) of cells next to each other; not those with None."""
    found = []
    for column, cell in enumerate(row):
        key = what(*cell)
        if found and key == found[-1][2]:
            found[-1][1] += 1
        else:
            found.append([column, 1, key])
    return [run for run in found if run[2] is not None]


def n(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(x, y, width, height, color):
    return f'<path fill="{color}" d="M{n(x)} {n(y)}h{n(width)}v{n(height)}h-{n(width)}z"/>'


def svg(typed, lines, alt):
    while lines and not re.sub(r"\x1b\[[0-9;:]*m", "", lines[-1]).strip():
        lines.pop()
    width, height = COLUMNS * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + BAR + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" '
           f'height="{n(height)}" role="img">', f"<title>{escape(alt)}</title>",
           "<style>text{font:14px " + FONT + ";white-space:pre}.b{font-weight:bold}.d{opacity:.65}"
           ".u{text-decoration:underline}</style>",
           f'<rect x=".5" y=".5" width="{n(width - 1)}" height="{n(height - 1)}" rx="8" fill="{PAPER}" stroke="{EDGE}"/>',
           f'<path fill="{FRAME}" d="M1 {BAR}V8q0-7 7-7H{n(width - 8)}q7 0 7 7V{BAR}z"/>',
           f'<text x="{MARGIN}" y="{BAR - 8}" fill="{INK}">$ {escape(typed)}</text>']
    style = Style()
    for number, line in enumerate(lines):
        row, y = list(cells(line, style))[:COLUMNS], BAR + MARGIN + number * HEIGHT
        for column, count, color in runs(row, lambda c, s: s[1]):
            out.append(rectangle(MARGIN + column * WIDTH, y, count * WIDTH, HEIGHT, color))
        solid = {}
        for column, (c, (ink, *_)) in enumerate(row):
            place = block(c, MARGIN + column * WIDTH, y)
            if place:
                left, top, w, h = place
                solid.setdefault(ink, []).append(f"M{n(left)} {n(top)}h{n(w)}v{n(h)}h-{n(w)}z")
        out += [f'<path fill="{ink}" d="{"".join(paths)}"/>' for ink, paths in solid.items()]
        for column, count, (ink, _, bold, dim, line_) in runs(row, lambda c, s: None if block(c, 0, 0) else s):
            text = "".join(c for c, _ in row[column:column + count])
            if not text.strip() and not line_:
                continue
            column += len(text) - len(text.lstrip()) if not line_ else 0
            text = text if line_ else text.strip()
            marks = " ".join(m for m, on in (("b", bold), ("d", dim), ("u", line_)) if on)
            out.append(f'<text x="{n(MARGIN + column * WIDTH)}" y="{n(y + HEIGHT - 4)}" fill="{ink}"'
                       + (f' class="{marks}"' if marks else "")
                       + f' textLength="{n(len(text) * WIDTH)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">'
                       + escape(text) + "</text>")
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    with tempfile.TemporaryDirectory(prefix="jfrtool-pictures.") as folder:
        recording = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else record_javac(folder)
        for name, file in (("jfrtool", TOOL), ("javac.jfr", recording),
                           ("rec.jfr", os.path.join(ROOT, "testdata/shop-17.jfr.zst"))):
            if file != os.path.join(folder, name):
                os.symlink(file, os.path.join(folder, name))
        for name, (typed, *how) in PICTURES.items():
            picture = svg(typed, screen(folder, typed, *how), f"A terminal: {typed}")
            path = os.path.join(DOCS, name + ".svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(picture)
            print(f"{path}: {len(picture.encode())} bytes")


main()
