# Cut anywhere, in any packing, of any format: an input has one line, and each of its parts knows whose it is.
python3 - "$TESTDATA" <<'END'
import bz2, gzip, io, lzma, random, subprocess, sys, tarfile, zipfile

def tar(data):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name in ("same.jfr", "same.jfr"): # as tar -r writes what changed
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()

def zipped(data):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("only.jfr", data)
    return out.getvalue()

def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout

def read(name):
    with open(f"{sys.argv[1]}/{name}", "rb") as file:
        return file.read()

new, old = read("chunks-17.jfr"), read("old/events-8.jfr")
unfinished = old[:3000] + random.Random(1).randbytes(400000) # of format 0.9: none of it can be read
for name, data in (("new", new), ("old", unfinished), ("both", old[:3000] + new)):
    for kind, pack in (("jfr", bytes), ("jfr.gz", gzip.compress), ("jfr.zst", zstd), ("jfr.xz", lzma.compress),
                       ("jfr.bz2", bz2.compress), ("jfr.zip", zipped), ("tgz", tar)):
        packed = pack(data)
        for tenths in (3, 6, 9):
            with open(f"{name}-{tenths}.{kind}", "wb") as file:
                file.write(packed[:len(packed) * tenths // 10])
END
for file in *.jfr *.jfr.*; do
    case $file in *-6.*) tool=$JFRTOOL ;; *) tool=$JFRPLAIN ;; esac
    lines=$("$tool" facts -q "$file" | wc -l)
    piped=$("$tool" facts -q - <"$file" | wc -l)
    parts=$(for part in 1 2 3; do "$tool" facts -q --part "$part/3" "$file"; done | wc -l)
    [ "$lines $piped" = "1 1" ] || echo "$file: $lines lines, $piped as a stream"
    # Parts of what is packed lie where it begins; each of the chunks' parts has a line.
    case $file in *.jfr) ;; *) [ "$parts" = 1 ] || echo "$file: $parts lines in three parts" ;; esac
done
ls | wc -l
# Members of one name are two; that the second is cut says nothing of the first.
"$JFRTOOL" facts -q new-9.tgz old-9.tgz | python3 -c '
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["path"], row["status"], row["error"] and row["error"]["code"])'
# One input is one recording, whatever is wrong with it.
"$JFRTOOL" crash -q new-6.jfr.gz >/dev/null; echo "exit $?"
"$JFRTOOL" crash old-6.jfr.xz; echo "exit $?"
"$JFRTOOL" hot-methods new-6.jfr.gz >/dev/null; echo "exit $?"
"$JFRTOOL" hot-methods new-6.jfr old-9.jfr.gz >/dev/null; echo "exit $?"
head -c 50 new-9.jfr >header.jfr
for part in 1 2 3; do "$JFRTOOL" facts -q --part "$part/3" header.jfr; done | wc -l
