# Names without a folder: what is next is folded where they end.
cd "$TESTDATA" || exit
# A repository that was never finished, and no log: killed; the last stack of each thread.
COLUMNS=100 "$JFRTOOL" crash -q killed-25; echo "exit $?"
# Before anything was written down the name of the repository says which process it was.
COLUMNS=100 "$JFRTOOL" crash killed-early-17; echo "exit $?"
# The JVM's shutdown is in it.
COLUMNS=80 "$JFRTOOL" crash --top 1 native-17.jfr; echo "exit $?"
# A whole recording of a JVM that went on.
"$JFRTOOL" crash --json full-gc-11.jfr.zst | grep -e verdict -e '"pid"' -e '"heap'
