# One answer is of one JVM: the last that died, or the last of all; --pid says which else.
"$JFRTOOL" crash --json "$TESTDATA/crashed" "$TESTDATA/shares-17.jfr" | grep -e verdict -e '"log"'
"$JFRTOOL" crash --json "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" | grep -e verdict -e '"recording"'
# Where two died in one second nothing says which was the last.
"$JFRTOOL" crash "$TESTDATA/crashed/heap-25.log" "$TESTDATA/crashed/segv-17.log"; echo "exit $?"
"$JFRTOOL" crash --pid 374 "$TESTDATA/crashed" "$TESTDATA/shares-17.jfr" --json 2>/dev/null | grep -e verdict -e '"pid"'
"$JFRTOOL" crash --pid 7 "$TESTDATA/shares-17.jfr"; echo "exit $?"
"$JFRTOOL" crash - <"$TESTDATA/shares-17.jfr"; echo "exit $?"
echo 'no log' >some.log
"$JFRTOOL" crash some.log; echo "exit $?"
"$JFRTOOL" crash missing; echo "exit $?"
# A repository, and a part of it that was written by itself, are of one JVM.
cp "$TESTDATA"/killed-17/*/2026_11_20_22_25_46.jfr first.jfr
"$JFRTOOL" crash -q --json first.jfr "$TESTDATA/killed-17" | grep -e verdict -e '"recording"'
