"$JFRTOOL" events FileRaed "$TESTDATA/native-17.jfr"
