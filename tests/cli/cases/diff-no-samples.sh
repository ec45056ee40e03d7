"$JFRTOOL" diff --quiet --thread nobody "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
