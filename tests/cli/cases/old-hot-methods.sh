# A recording of JDK 8, gzip, from standard input
gzip -c "$TESTDATA/old/events-8.jfr" | "$JFRTOOL" hot-methods --by line --json -
