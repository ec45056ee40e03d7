# Names come from a list too; what cannot be read is said and left out, or with --strict nothing is
# written.
cp "$TESTDATA/shares-17.jfr" "with blank.jfr"
echo nothing >text.txt
printf '%s\n\n' "with blank.jfr" text.txt missing.jfr | "$JFRTOOL" merge --files-from - -o all.pb.gz
echo "exit $?"
"$JFRTOOL" hot-methods -q --top 1 all.pb.gz
printf '%s\0' "with blank.jfr" | "$JFRTOOL" merge -q --files-from - -0 "$TESTDATA/lambdas-17.jfr" -o two.pb.gz
"$JFRTOOL" hot-methods -q --top 1 two.pb.gz
"$JFRTOOL" merge --strict "with blank.jfr" text.txt -o strict.pb.gz
echo "exit $?"
ls
