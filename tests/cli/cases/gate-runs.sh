# A merged baseline keeps which run each sample is of, and is compared as the runs themselves are.
cat >rules.json <<'END'
{"rules": [{"id": "method", "check": "growth", "of": "self", "max_points": 1, "min_samples": 0}]}
END
a=$TESTDATA/shares-17.jfr b=$TESTDATA/shares-25.jfr c=$TESTDATA/native-17.jfr
gate() { "$JFRTOOL" gate -q --rules rules.json --event cpu --format json "$@" | grep -E '"(verdict|tested|base_samples)"'; }
gate --update-baseline runs.pb.gz --base "$a" "$a" "$b" "$c" >/dev/null
"$JFRTOOL" merge -q --event cpu "$a" "$b" "$c" -o plain.pb.gz
for base in "--base runs.pb.gz" "--base $a --base $b --base $c" "--base plain.pb.gz"; do
    gate $base "$a" "$b" "$TESTDATA/deep-17.jfr"
done
