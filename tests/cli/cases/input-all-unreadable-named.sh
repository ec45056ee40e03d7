# What could not be read comes first, all of it, also with --quiet, and the exit code says so.
for i in {01..12}; do echo "text $i" >"$i.jfr"; done
"$JFRTOOL" merge --quiet *.jfr "$TESTDATA/shares-17.jfr" -o all.pb.gz
echo "exit $?"
