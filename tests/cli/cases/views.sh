# All of them, and those that a recording has events for.
"$JFRTOOL" views
"$JFRTOOL" views "$TESTDATA/chunks-17.jfr" --format csv
