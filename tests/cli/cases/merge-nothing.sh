"$JFRTOOL" merge -o all.pb.gz
echo "exit $?"
"$JFRTOOL" merge --files-from /dev/null -o all.pb.gz
echo "exit $?"
"$JFRTOOL" merge --files-from missing -o all.pb.gz
echo "exit $?"
echo x.jfr | "$JFRTOOL" merge --files-from - - -o all.pb.gz
