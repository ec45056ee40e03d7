# A profile that was cut is not taken for a smaller one.
"$JFRTOOL" profile -q --uncompressed "$TESTDATA/shares-17.jfr" -o whole.pb
head -c 300 whole.pb >cut.pb
"$JFRTOOL" hot-methods cut.pb
echo "exit $?"
gzip -nc whole.pb | head -c 300 >cut.pb.gz
"$JFRTOOL" hot-methods cut.pb.gz
echo "exit $?"
