"$JFRTOOL" collapsed -q -o /dev/full "$TESTDATA/shares-17.jfr"
