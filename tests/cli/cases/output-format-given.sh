# What --format says counts, whatever the name of the output.
"$JFRTOOL" hot-methods --quiet --top 1 --format csv "$TESTDATA/shares-17.jfr" -o out.json; cat out.json
"$JFRTOOL" hot-methods --quiet --top 1 --format text "$TESTDATA/shares-17.jfr" -o out.svg; head -n 1 out.svg
"$JFRTOOL" heatmap --quiet --json "$TESTDATA/shares-17.jfr" -o out.html; head -n 2 out.html
"$JFRTOOL" flame --quiet --html "$TESTDATA/shares-17.jfr" -o out.svg; head -n 1 out.svg
