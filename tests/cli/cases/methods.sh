# Methods of JDK 25 that were traced or timed, and a recording without.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" methods leak-25.jfr.zst); echo $?
"$JFRTOOL" methods --json "$TESTDATA/leak-25.jfr.zst" | head -9
"$JFRTOOL" methods "$TESTDATA/shares-25.jfr"; echo $?
"$JFRTOOL" methods --from yesterday "$TESTDATA/shares-25.jfr"; echo $?
head -c 1000 "$TESTDATA/shares-25.jfr" >cut.jfr
"$JFRTOOL" methods cut.jfr; echo $?
