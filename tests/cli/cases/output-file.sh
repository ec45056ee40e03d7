# The file appears complete, keeps its rights, and a link stays one.
umask 022
"$JFRTOOL" hot-methods -q -o out.txt "$TESTDATA/shares-17.jfr" && "$JFRTOOL" hot-methods -q "$TESTDATA/shares-17.jfr" | cmp - out.txt
stat -c %a out.txt
chmod 640 out.txt
ln -s out.txt link.txt
"$JFRTOOL" hot-methods -q --top 1 -o link.txt "$TESTDATA/shares-17.jfr"
stat -c '%a %F' out.txt link.txt
"$JFRTOOL" hot-methods -q --top 1 -o - "$TESTDATA/shares-17.jfr" | cmp - out.txt
ls
