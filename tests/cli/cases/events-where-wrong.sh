"$JFRTOOL" events FileRead --where 'bytesRead > 20ms' "$TESTDATA/native-17.jfr"
