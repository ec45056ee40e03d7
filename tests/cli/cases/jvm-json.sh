# All flags and settings; of each kind the first.
"$JFRTOOL" jvm --json "$TESTDATA/shares-25.jfr" >all.json
head -12 all.json
grep -c '"origin"' all.json
grep -B5 '"event":.*"jdk.ThreadPark"' all.json
"$JFRTOOL" jvm --format csv "$TESTDATA/shares-25.jfr" | head -4
