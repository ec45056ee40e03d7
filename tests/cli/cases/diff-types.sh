# Each side is said with the type of its own samples.
"$JFRTOOL" diff -q "$TESTDATA/cputime-25.jfr.zst" "$TESTDATA/shares-25.jfr" | grep -E '^(base|new ) +[a-z0-9-]*.jfr'
