# Each marker has the fields of its own kind of event.
"$JFRTOOL" export -q --to firefox "$TESTDATA/native-17.jfr" >native.json
grep -ao '{"type":"jdk[^{}]*' native.json |
    sed -E 's/^\{"type":"([^"]*)"/\1/; s/"([A-Za-z_]+)":("[^"]*"|[^,]*)/\1/g; s/,/ /g' | sort | uniq -c
