"$JFRTOOL" summary --quiet "$TESTDATA/old/events-8.jfr"
