# Groups are sorted by a function alone, by a function of a field, by a field of --by, and down unless said.
of() { "$JFRTOOL" events -q jdk.FileRead --by path --show count --show 'sum(bytesRead)' --show 'max(duration)' --top 2 --format csv "$@" "$TESTDATA/traffic-25.jfr.zst"; }
for by in count sum 'max(duration)' max path; do echo "by $by"; of --sort "$by" | sed 's|/tmp/[^,]*/||'; done
of --sort su
