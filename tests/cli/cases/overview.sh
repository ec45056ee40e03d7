# A command that does not fit behind what is before it begins a line of its own.
cd "$TESTDATA" || exit 2
for name in full-gc-11 rule-warning; do
    COLUMNS=80 "$JFRTOOL" overview -q "$name.jfr.zst"
done
