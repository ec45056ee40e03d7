# At 80 columns names become shorter, all of a row alike; types go by their short names.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" io -q --top 3 native-17.jfr)
