# Sizes overwritten, then the end is missing.
cp "$TESTDATA/custom-17.jfr" rec.jfr
printf '\377\377\377\177' | dd of=rec.jfr bs=1 seek=8096 conv=notrunc status=none
"$JFRTOOL" check rec.jfr
echo "exit $?"
head -c 100000 "$TESTDATA/custom-17.jfr" >cut.jfr
"$JFRTOOL" check cut.jfr "$TESTDATA/hostile-17.jfr" "$TESTDATA/old/events-8.jfr" --json
