"$JFRTOOL" whatif "$TESTDATA/native-17.jfr"
