# A recording and itself: nothing differs.
"$JFRTOOL" diff --quiet --exit-code "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-17.jfr" | grep -c "~"
