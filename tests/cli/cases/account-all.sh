"$JFRTOOL" account --all --top 2 "$TESTDATA/traffic-25.jfr.zst"
"$JFRTOOL" account --format csv "$TESTDATA/traffic-25.jfr.zst" | sed -n "/^name/,/^$/p" | head -4
"$JFRTOOL" account --threads "$TESTDATA/traffic-25.jfr.zst" 2>&1 | head -n 2
