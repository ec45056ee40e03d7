# One answer is of one JVM; --pid says which.
"$JFRTOOL" crash "$TESTDATA/crashed" "$TESTDATA/shares-17.jfr"; echo "exit $?"
"$JFRTOOL" crash --pid 374 "$TESTDATA/crashed" "$TESTDATA/shares-17.jfr" --json 2>/dev/null | grep -e verdict -e '"pid"'
"$JFRTOOL" crash --pid 7 "$TESTDATA/shares-17.jfr"; echo "exit $?"
"$JFRTOOL" crash - <"$TESTDATA/shares-17.jfr"; echo "exit $?"
echo 'no log' >some.log
"$JFRTOOL" crash some.log; echo "exit $?"
"$JFRTOOL" crash missing; echo "exit $?"
# A repository, and a part of it that was written by itself, are of one JVM.
cp "$TESTDATA"/killed-17/*/2026_11_20_22_25_46.jfr first.jfr
"$JFRTOOL" crash -q --json first.jfr "$TESTDATA/killed-17" | grep -e verdict -e '"recording"'
