# The JVM does not record how long virtual threads wait for locks: locks are not in order then.
recording=$TESTDATA/cputime-25.jfr.zst
"$JFRTOOL" overview -q "$recording" | grep -E 'locks|In order'
"$JFRTOOL" overview -q "$TESTDATA/shares-17.jfr" | grep -E 'Not recorded|In order'
