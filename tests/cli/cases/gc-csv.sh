# Times as ns, with all digits.
"$JFRTOOL" gc --format csv --tz +02:00 "$TESTDATA/native-17.jfr"
