# A batch job whose part has nothing readable gets a profile all the same.
echo text >text.jfr
"$JFRTOOL" merge --allow-empty text.jfr -o all.pb.gz
echo "exit $?"
"$JFRTOOL" merge text.jfr -o none.pb.gz
echo "exit $?"
"$JFRTOOL" merge --quiet all.pb.gz "$TESTDATA/shares-17.jfr" -o both.pb.gz
"$JFRTOOL" hot-methods -n1 both.pb.gz
ls
