# The JVM does not record how long virtual threads wait for locks: locks are not said to be fine then.
recording=$TESTDATA/cputime-25.jfr.zst
"$JFRTOOL" overview -q "$recording" | grep -E 'locks|No findings'
"$JFRTOOL" overview -q "$TESTDATA/shares-17.jfr" | grep -E 'Not recorded|No findings'
