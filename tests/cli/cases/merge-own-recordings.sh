# A profile beside what it was made of counts once, also in a folder, from other profiles, and as OTLP; what it was
# made of only in part is said.
count() { "$JFRTOOL" hot-methods --top 1 "$@" | grep samples; }
mkdir in more
cp "$TESTDATA/shares-17.jfr" "$TESTDATA/chunks-17.jfr" in/
"$JFRTOOL" merge -q in -o in/all.pb.gz
count in
count in --keep-duplicates
"$JFRTOOL" merge -q in -o again.pb.gz
cmp in/all.pb.gz again.pb.gz
rm in/shares-17.jfr
count in
"$JFRTOOL" profile -q "$TESTDATA/shares-17.jfr" -o more/shares.pb.gz
cp again.pb.gz more/
count more
"$JFRTOOL" export -q "$TESTDATA/shares-17.jfr" -o more/shares.otlp
rm more/*.gz
count more "$TESTDATA/shares-17.jfr"
# Of other events, or with others left out, it is something else.
"$JFRTOOL" profile -q --event exception "$TESTDATA/native-17.jfr" -o exceptions.pb.gz
"$JFRTOOL" profile -q "$TESTDATA/native-17.jfr" -o cpu.pb.gz
"$JFRTOOL" hot-methods --top 1 --event jdk.ExecutionSample,exception exceptions.pb.gz cpu.pb.gz | grep samples
"$JFRTOOL" profile -q --include Chunks.phaseOne "$TESTDATA/chunks-17.jfr" -o one.pb.gz
"$JFRTOOL" profile -q --include Chunks.phaseTwo "$TESTDATA/chunks-17.jfr" -o two.pb.gz
count one.pb.gz two.pb.gz
count one.pb.gz "$TESTDATA/chunks-17.jfr"
