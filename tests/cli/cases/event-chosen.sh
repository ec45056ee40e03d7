# What was taken is said only if somebody might expect another type, and behind the result.
"$JFRTOOL" hot-methods -n1 "$TESTDATA/shares-17.jfr" 2>&1 | grep -v '^Next' | grep . | tail -1
"$JFRTOOL" hot-methods -n1 "$TESTDATA/cputime-25.jfr.zst" 2>&1 | grep -v '^Next' | grep . | tail -1
"$JFRTOOL" hot-methods -n1 "$TESTDATA/native-17.jfr" 2>&1 | grep -v '^Next' | grep . | tail -1
