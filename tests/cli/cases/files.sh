# Blocks of 4 KB: 10 in one file, 3 in another, written, forced to the disk and read (testdata/README.md).
"$JFRTOOL" files --top 3 "$TESTDATA/traffic-25.jfr.zst"
"$JFRTOOL" files --json "$TESTDATA/traffic-25.jfr.zst" | grep -A10 '"files"'
