# An event that does not end, and a size that cannot be.
cp "$TESTDATA/custom-17.jfr" rec.jfr
printf '\377\377\377\177' | dd of=rec.jfr bs=1 seek=8096 conv=notrunc status=none
printf '\0\0\0\0' | dd of=rec.jfr bs=1 seek=9000 conv=notrunc status=none
"$JFRTOOL" repair rec.jfr -o new.jfr
"$JFRTOOL" check new.jfr
