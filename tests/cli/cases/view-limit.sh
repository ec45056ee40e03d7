# How many rows a view shows at most is for people: programs get all.
"$JFRTOOL" view file-io --sql | sed 's/^-- limit:.*/-- limit: 2/' >mine.view
for format in text md csv ndjson json; do
    "$JFRTOOL" view ./mine.view --format $format "$TESTDATA/native-17.jfr" >rows 2>note
    echo "$format: $(tr '{' '\n' <rows | grep -c /), $(grep -c 'more rows' note)"
done
