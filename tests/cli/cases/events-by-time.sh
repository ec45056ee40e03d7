"$JFRTOOL" events FileRead --by 1s --show 'count,sum(bytesRead),max(endOfFile),list(path)' "$TESTDATA/native-17.jfr"
