(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" locks --top 2 native-17.jfr)
