"$JFRTOOL" repair --quiet "$TESTDATA/old/events-8.jfr" -o - | "$JFRTOOL" summary - | head -5
