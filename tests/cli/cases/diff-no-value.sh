"$JFRTOOL" diff --quiet --event exception --measure value "$TESTDATA/hostile-17.jfr" "$TESTDATA/hostile-17.jfr"
