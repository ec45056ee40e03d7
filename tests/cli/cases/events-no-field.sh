"$JFRTOOL" events FileRead --fields byteRead "$TESTDATA/native-17.jfr"
