# Commands that are shown to be copied do in a shell what they say, whatever a file is called.
name=$(printf -- "-x\003y\033]0;z\007';touch PWNED;'\302\233 b.jfr")
cp "$TESTDATA/native-17.jfr" "./$name"
{
    "$JFRTOOL" overview --top 0 "./$name"
    "$JFRTOOL" rules --verbose -- "$name"
    "$JFRTOOL" overview --from 1s --to 3s -- "$name"
    "$JFRTOOL" callers -- "$name" "a'b;touch PWNED"
    "$JFRTOOL" callers -- "$name"
    "$JFRTOOL" callers "a'b;touch PWNED"
    "$JFRTOOL" view "b';touch PWNED"
} >said 2>&1
LC_ALL=C grep -c '[[:cntrl:]]' said
LC_ALL=C grep -c $'\302\233' said
"$JFRTOOL" rules --format json -- "$name" | python3 -c '
import json, sys
found = json.load(sys.stdin)
print("\n".join(sorted({f["see"] for f in found["rules"] if f.get("see")})))' >commands
LC_ALL=C grep -c '[[:cntrl:]]' commands
jfrtool() {
    "$JFRTOOL" "$@" >/dev/null 2>error || echo "exit $?: $(cat error)"
}
. ./commands
{ grep -o 'More: jfrtool [^,]*.jfr.\?$' said | sed 's/More: //' ; } >more
[ -s more ] && . ./more
grep '^jfrtool: callers\|^jfrtool: of which' said
ls | wc -l
