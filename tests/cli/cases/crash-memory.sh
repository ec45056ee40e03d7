# Want of memory is known by what is there: a heap dump, what the console says, an empty recording; in
# folders and archives.
dump() { printf 'JAVA PROFILE 1.0.2\0\0\0\0\010\0\0\001\233\040\240\302\220rest' >"$1"; }
mkdir all dump said empty asked
dump all/java_pid6051.hprof
cp all/java_pid6051.hprof dump
dump asked/heap.hprof
printf 'started\nTerminating due to java.lang.OutOfMemoryError: Java heap space\n' >all/out.log
cp all/out.log said
: >all/oom.jfr
cp all/oom.jfr empty
tar czf all.tgz all
for from in all all.tgz dump said empty asked dump/java_pid6051.hprof said/out.log empty/oom.jfr; do
    echo "== $from"
    COLUMNS=100 "$JFRTOOL" crash "$from"; echo "exit $?"
done
# A console without it, alone, and beside a recording of another JVM.
echo 'all is well' >well.log
"$JFRTOOL" crash well.log; echo "exit $?"
mkdir mixed
cp "$TESTDATA/native-17.jfr" all/java_pid6051.hprof mixed
"$JFRTOOL" crash mixed; echo "exit $?"
"$JFRTOOL" crash -q --json --pid 6051 mixed | sed -n '2,17p'
