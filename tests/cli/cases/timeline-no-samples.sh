# A recording without samples of running threads: what it says of pauses is shown, by the clock of its JVM.
COLUMNS=120 LC_ALL=C.UTF-8 "$JFRTOOL" timeline "$TESTDATA/full-gc-11.jfr.zst"
"$JFRTOOL" threads -q "$TESTDATA/full-gc-11.jfr.zst"
"$JFRTOOL" timeline --format csv -q --buckets 5 "$TESTDATA/full-gc-11.jfr.zst"
# Who asks for samples of some kind is told that there are none.
"$JFRTOOL" timeline --event alloc "$TESTDATA/full-gc-11.jfr.zst"
echo $?
