# A tar on standard input: members are known by their names; one that is cut has a line.
pick() { # KEY...: values of each line, as JSON
    python3 -c '
import functools, json, sys
for line in sys.stdin:
    value = json.loads(line)
    print(json.dumps([functools.reduce(lambda at, key: at and at[key], key.split("."), value)
                      for key in sys.argv[1:]]))' "$@"
}
cp "$TESTDATA/shares-17.jfr" shop.jfr
cp "$TESTDATA/lambdas-17.jfr" web.jfr
: >empty.jfr
echo text >notes.txt
tar -cf all.tar shop.jfr empty.jfr notes.txt web.jfr
"$JFRTOOL" facts -q - --profile tar.pb.gz <all.tar | pick path status error.text
"$JFRTOOL" merge -q shop.jfr web.jfr -o files.pb.gz
cmp tar.pb.gz files.pb.gz && echo "the sum is that of the files"
head -c 300000 all.tar | "$JFRTOOL" facts -q - | pick path status error.code samples
# The same recording has the same id anywhere.
"$JFRTOOL" facts -q all.tar | pick path id
"$JFRTOOL" facts -q shop.jfr web.jfr | pick path id
