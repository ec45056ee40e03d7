# One picture of a recording, and the same of the folder that it lies in, as a recorder's repository has it.
mkdir -p repository/2026_01_02
cp "$TESTDATA/chunks-17.jfr" repository/2026_01_02/
"$JFRTOOL" top --once --window 2s "$TESTDATA/chunks-17.jfr" | tail -n +2
"$JFRTOOL" top --once --window 2s repository | tail -n +2 | cmp - <("$JFRTOOL" top --once --window 2s "$TESTDATA/chunks-17.jfr" | tail -n +2)
# What was recorded is a figure, and what was not is none: of the collector, of locks, of allocation.
"$JFRTOOL" top --once --window 1h "$TESTDATA/native-17.jfr" | sed -n 2p
"$JFRTOOL" top --once --window 1h --json "$TESTDATA/native-17.jfr" | grep -E '"(samples|processors|gc_|lock_wait|alloc)' | head -8
"$JFRTOOL" scrub -q --exclude-events 'ExecutionSample,GC*,Garbage*,CPUInformation,JavaMonitor*,ThreadPark,Object*' \
    "$TESTDATA/native-17.jfr" -o less.jfr
"$JFRTOOL" top --once --window 1h less.jfr | head -n 2
"$JFRTOOL" top --once --window 1h --json less.jfr | grep -E '"(samples|processors|gc_|lock_wait|alloc)' | head -8
# Nobody knows what a sample is worth without settings, nor for how long a load of a thread holds.
"$JFRTOOL" scrub -q --exclude-events ActiveSetting "$TESTDATA/native-17.jfr" -o unsaid.jfr
"$JFRTOOL" top --once --window 1h unsaid.jfr | grep ' main '
