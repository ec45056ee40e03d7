# Bytes that are lost are bytes of the file: never more than it has, wherever it is cut and whatever is overwritten, in
# `summary`, in `facts`, and in what commands say. A bad byte on the way is in one place of the file at most.
cat >all.py <<'PY'
import json, os, random, re, subprocess
tools, data = (os.environ["JFRTOOL"], *[os.environ["JFRPLAIN"]] * 2), os.environ["TESTDATA"]
draw, wrong, seen, looks = random.Random(5), [], 0, 0
def told(*args):
    tool = tools[looks % 3]
    return subprocess.run([tool, *args], capture_output=True, text=True)
def look(name, content):
    global seen, looks
    looks += 1
    with open("x.jfr", "wb") as out:
        out.write(content)
    summary, facts, merge = told("summary", "--json", "x.jfr"), told("facts", "x.jfr"), told("merge", "x.jfr", "-o", "m.pb.gz")
    found = json.loads(summary.stdout) if summary.stdout.startswith("{") else {"lost_bytes": 0}
    sums = [found["lost_bytes"], sum(w.get("bytes", 0) for w in found.get("warnings", []) if isinstance(w, dict))]
    sums += [json.loads(line)["lost_bytes"] for line in facts.stdout.splitlines()]
    sums += [int(n.replace(",", "")) for n in re.findall(r"places with ([0-9,]+) byte", merge.stderr + summary.stderr)]
    seen += any(sums)
    if max(sums) > len(content):
        wrong.append(f"{name}: {sums} of {len(content)}")
for name in ("chunks-17.jfr", "custom-17.jfr", "old/events-8.jfr", "old/odd-8.jfr"):
    whole = open(f"{data}/{name}", "rb").read()
    for share in (0.01, 0.2, 0.5, 0.8, 0.97):
        look(f"{name} cut to {share}", whole[: int(len(whole) * share)])
    for n in range(4):
        changed = bytearray(whole)
        for _ in range(2 ** n * 2):
            at = draw.randrange(16, len(changed) - 8)
            changed[at : at + 8] = bytes(draw.randrange(256) for _ in range(8))
        look(f"{name} overwritten {n}", bytes(changed))
    header = bytearray(whole)
    header[8:16] = (1 << 60).to_bytes(8, "big")
    look(f"{name} of a size that cannot be", bytes(header))
    look(f"{name} twice, the second cut", whole + whole[: len(whole) // 2])
print("\n".join(wrong[:5]) or "no more is lost than there is")
print("of many something is lost" if seen > 15 else f"only of {seen} something is lost")
PY
python3 all.py
