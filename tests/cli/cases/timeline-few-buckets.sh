# For a page a bucket is a letter, however few there are; on a terminal they share the width, and more than have room are a letter each.
"$JFRTOOL" timeline -q --format md --top 1 --buckets 4 "$TESTDATA/shares-17.jfr" | grep '█'
export LC_ALL=C.UTF-8
COLUMNS=80 "$JFRTOOL" timeline -q --top 1 --buckets 4 "$TESTDATA/shares-17.jfr" | grep '█'
"$JFRTOOL" timeline -q --top 1 --buckets 150 "$TESTDATA/shares-17.jfr" | grep '█'
