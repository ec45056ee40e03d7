"$JFRTOOL" events FileRead --where 'path ~ "a(" && bytesRead > 1' "$TESTDATA/native-17.jfr"
