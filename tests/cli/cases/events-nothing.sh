"$JFRTOOL" events FileRead --where 'bytesRead > 1GB' --json "$TESTDATA/native-17.jfr"
