# A hundred recordings, small ones: the summary keeps to its limit, says what is left out, and ends whole.
mkdir in
for i in $(seq 100); do ln -s "$TESTDATA/rule-ok.jfr.zst" "in/rec_$i.jfr"; done
for limit in 300000 20000 3000 200; do
    "$JFRTOOL" report -q in -o out --md-limit $limit
    size=$(wc -c <out/summary.md)
    [ "$size" -le "$limit" ] && echo "at most $limit"
    [ "$(grep -c '<details>' out/summary.md)" = "$(grep -c '</details>' out/summary.md)" ] && echo 'all closed'
    tail -n 1 out/summary.md
    JFRTOOL=$JFRPLAIN # what differs now is where the summary ends
done
ls out/*.html | wc -l
