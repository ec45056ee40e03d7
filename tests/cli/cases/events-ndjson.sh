"$JFRTOOL" events CPULoad --format ndjson --tz +02:00 "$TESTDATA/shares-25.jfr"
