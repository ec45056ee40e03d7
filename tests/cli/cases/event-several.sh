"$JFRTOOL" hot-methods --event cpu,native --top 3 "$TESTDATA/native-17.jfr"
