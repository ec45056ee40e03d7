# A side without samples: no table of methods, and findings that the other side could not show are said to be such.
"$JFRTOOL" diff "$TESTDATA/full-gc-11.jfr.zst" "$TESTDATA/shares-17.jfr" 2>/dev/null | sed -n '2p; /^base %/p; / shown/p'
