# A type that is misspelt, and a letter that no type is near to.
"$JFRTOOL" events FileRaed "$TESTDATA/native-17.jfr"
"$JFRTOOL" events x "$TESTDATA/native-17.jfr"
