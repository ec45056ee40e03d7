# A profile is read like the recording it was made from, and pprof's merge of one is itself.
"$JFRTOOL" profile "$TESTDATA/shares-17.jfr" -o base.pb.gz
"$JFRTOOL" hot-methods --top 3 base.pb.gz
"$JFRTOOL" merge -q base.pb.gz -o again.pb.gz
cmp base.pb.gz again.pb.gz
[ "$(stat -c %s base.pb.gz)" -lt 2000 ] && echo "less than two kilobytes"
