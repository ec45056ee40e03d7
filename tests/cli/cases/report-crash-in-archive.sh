# A post-mortem is one file: the error log of the JVM that died lies in the archive of the job.
mkdir -p build/logs
cp "$TESTDATA/rule-ok.jfr.zst" "$TESTDATA/crashed/segv-17.log" build/logs
echo 'some log' >build/logs/other.log
tar czf ci.tgz build
"$JFRTOOL" report -q ci.tgz -o out
sed -n '/Crashed/,$p' out/summary.md
# Alone it is a report, too; the folder says the same.
tar czf logs.tgz build/logs/segv-17.log
"$JFRTOOL" report logs.tgz -o alone && sed -n '/Crashed/,$p' alone/summary.md
