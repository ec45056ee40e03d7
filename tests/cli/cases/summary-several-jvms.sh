# Facts of two JVMs are not mixed: what they share stands once, the rest under the JVM it is of.
cp "$TESTDATA/chunks-17.jfr" one.jfr
cp "$TESTDATA/shares-17.jfr" two.jfr
"$JFRTOOL" summary -q one.jfr two.jfr | sed -n '/^JVM 1/,/^event/p' | grep -E '^JVM|Process|started|Recording name'
"$JFRTOOL" summary -q --json one.jfr two.jfr | python3 -c '
import json, sys
summary = json.load(sys.stdin)
print("of both:", summary["jvm"]["name"], summary["jvm"].get("pid"))
for jvm in summary["jvms"]: print(jvm["file"], jvm["named"], jvm["jvm"]["pid"], jvm["jvm"].get("name"))'
cp one.jfr again.jfr
"$JFRTOOL" summary -q --json one.jfr again.jfr | python3 -c '
import json, sys
summary = json.load(sys.stdin)
print("one JVM in two files:", summary["jvm"]["pid"], summary.get("jvms"))'
