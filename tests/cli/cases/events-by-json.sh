"$JFRTOOL" events JavaExceptionThrow --by 'thrownClass,pattern(message)' --show 'count,first(startTime)' --json "$TESTDATA/native-17.jfr"
