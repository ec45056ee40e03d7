# The folder of an earlier report among the input does not get into the next one.
mkdir in
cp "$TESTDATA/rule-ok.jfr.zst" in
"$JFRTOOL" report -q in -o in/jfr-report
cp -r in/jfr-report first
"$JFRTOOL" report -q in -o in/jfr-report
diff -r first in/jfr-report && ls in/jfr-report
