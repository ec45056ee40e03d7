# Every command that writes a file of a recording: no more rights than the recording has, and the umask counts.
umask 022
cp "$TESTDATA/chunks-17.jfr" secret.jfr
cp "$TESTDATA/chunks-17.jfr" shared.jfr
chmod 600 secret.jfr
chmod 664 shared.jfr
mkdir parts repository
cp -p secret.jfr repository
made() {
    "$@" >/dev/null 2>&1 || echo "exit $?"
    shift
    for file in out*; do
        [ -e "$file" ] && printf '%s %s\n' "$(stat -c %a "$file")" "$*"
        rm -f "$file"
    done
}
for input in secret.jfr shared.jfr; do
    made "$JFRTOOL" scrub --secrets "$input" -o out.jfr
    made "$JFRTOOL" cut --from 0s "$input" -o out.jfr
    made "$JFRTOOL" repair "$input" -o out.jfr
    made "$JFRTOOL" assemble shared.jfr "$input" -o out.jfr
    made "$JFRTOOL" merge shared.jfr "$input" -o out.pb.gz
    made "$JFRTOOL" profile "$input" -o out.pb.gz
    made "$JFRTOOL" export "$input" -o out.speedscope.json
    made "$JFRTOOL" facts --profile out.pb.gz shared.jfr "$input"
    made "$JFRTOOL" sql "$input" --save out.db
    made "$JFRTOOL" flame "$input" -o out.svg
    made "$JFRTOOL" print "$input" -o out.txt
    made "$JFRTOOL" method-profiling "$input" -o out.html
done
made "$JFRTOOL" assemble repository -o out.jfr
printf '%s\n' shared.jfr secret.jfr >list
made "$JFRTOOL" merge --files-from list -o out.pb.gz
made sh -c '"$JFRTOOL" summary - -o out.txt <secret.jfr'
"$JFRTOOL" disassemble -q --max-chunks 1 secret.jfr -o parts && stat -c %a parts/secret_0.jfr
"$JFRTOOL" report -q secret.jfr -o pages >/dev/null 2>&1
stat -c %a pages/index.html
touch out.jfr
chmod 666 out.jfr
"$JFRTOOL" scrub -q --secrets secret.jfr -o out.jfr
stat -c '%a over what all could read' out.jfr
