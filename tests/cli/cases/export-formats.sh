# The name says the format; one that does not is refused before anything is read.
for name in a.json a.json.gz a.xyz a.csv.gz; do
    "$JFRTOOL" export "$TESTDATA/shares-17.jfr" -o "$name"
    echo "$name: $?"
done
"$JFRTOOL" export "$TESTDATA/shares-17.jfr"; echo "no name: $?"
"$JFRTOOL" export "$TESTDATA/shares-17.jfr" --to nothing; echo "no format: $?"
"$JFRTOOL" export "$TESTDATA/shares-17.jfr" --to intellij; echo "a program that opens recordings: $?"
"$JFRTOOL" export "$TESTDATA/shares-17.jfr" -o a.csv --min-share 1; echo "no meaning: $?"
for name in a.json a.speedscope.json a.FIREFOX.JSON b.pb.gz c.folded d.svg; do
    to=(); [ "$name" = a.json ] && to=(--to firefox)
    "$JFRTOOL" export -q "$TESTDATA/shares-17.jfr" "${to[@]}" -o "$name" || echo "$name: $?"
done
ls
