"$JFRTOOL" events 'GC*' lock --count "$TESTDATA/native-17.jfr"
