# What allocations and locks are worth is added up unless samples are asked for, in every command.
rec=$TESTDATA/native-17.jfr
"$JFRTOOL" hot-methods -q -e alloc -n 2 "$rec"
"$JFRTOOL" hot-methods -q -e alloc -n 2 --measure samples "$rec"
"$JFRTOOL" hot-methods -q --json -e lock -n 1 "$rec"
"$JFRTOOL" tree -q -e jdk.JavaMonitorEnter --depth 2 "$rec"
"$JFRTOOL" collapsed -q -e alloc "$rec" | sort -n -k 2 | tail -1
"$JFRTOOL" threads -q -e alloc -n 2 "$rec"
"$JFRTOOL" flame -q -e alloc "$rec" | grep -o 'widths: [^<]*' | head -1
"$JFRTOOL" diff -q -e alloc -n 1 "$rec" "$rec" | grep -E '^Normal|^ *[0-9.]+ +[0-9.]+ '
"$JFRTOOL" diff -q -e alloc -n 1 --measure samples "$rec" "$rec" | grep -E '^Normal|^ *[0-9.]+ +[0-9.]+ '
# Samples of running threads are counted, and so is what has no value or values of two units.
"$JFRTOOL" hot-methods -q -n 1 "$TESTDATA/shares-17.jfr"
"$JFRTOOL" hot-methods -q -n 1 -e alloc,lock "$rec"
"$JFRTOOL" hot-methods -q -n 1 -e alloc,cpu "$rec"
# A profile that was made of them is the same.
"$JFRTOOL" profile -q -e alloc "$rec" -o alloc.pb.gz
"$JFRTOOL" hot-methods -q -e alloc -n 2 alloc.pb.gz
