# Nothing that a terminal obeys comes out: no control character but the newline.
"$JFRTOOL" hot-methods --top 0 "$TESTDATA/hostile-17.jfr" >out.txt 2>&1
"$JFRTOOL" collapsed --threads "$TESTDATA/hostile-17.jfr" >>out.txt 2>&1
LC_ALL=C grep -c $'[\x01-\x09\x0b-\x1f\x7f]' out.txt
iconv -f UTF-8 -t UTF-8 out.txt >/dev/null && echo "valid UTF-8"
