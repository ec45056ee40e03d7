# The log and the repository of one process, both in archives, joined by its id.
mkdir -p build
sed 's/pid=30643/pid=8091/; s/^Time: .* elapsed time: [0-9.]*/Time: Fri Nov 20 22:25:50 2026 UTC elapsed time: 4.1/' "$TESTDATA/crashed/segv-17.log" >build/hs_err_pid8091.log
cp -r "$TESTDATA/killed-17" build
python3 -m zipfile -c ci.zip build
tar czf ci.tgz build
"$JFRTOOL" crash -q --json ci.zip
"$JFRTOOL" crash -q --json build ci.zip | grep '"verdict"\|"pid"' # one death, found twice
for from in build ci.tgz; do
    "$JFRTOOL" crash -q --json "$from" | grep -v '"log"\|"recording"' >"${from##*.}.json"
done
cmp build.json tgz.json && echo "the same of a folder and of an archive"
"$JFRTOOL" crash -q --format md --top 1 ci.tgz
"$JFRTOOL" crash -q --format csv --top 1 ci.tgz
# Logs alone: of memory, native and the heap's, and of a signal.
for log in memory-17 heap-25 killed-25; do
    "$JFRTOOL" crash --json "$TESTDATA/crashed/$log.log" | sed -n '2,8p'
done
