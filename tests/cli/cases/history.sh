# Twelve builds in a folder, in the order of their numbers: one rate steps up at build-7, another one is noise.
mkdir builds
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    level=100
    [ $i -ge 7 ] && level=150
    printf '{"v":1,"path":"x.jfr","status":"ok","start_ns":%d,"recorded_ns":10000000000,"samples":1000,"cpu_mean":null,"gc_pause_ns":null,"alloc_bytes":%d,"exceptions":%d,"throttled_ns":null,"heap_max":null,"hot":[{"method":"app.Main.run","self":%d,"total":1000}]}\n' \
        $((100 - i)) $((level * 1000000 + i * 7 % 5 * 1000000)) $((50 + i * 7 % 5 * 10)) $((500 + i * 7 % 5 * 5)) >builds/build-$i.ndjson
done
echo 'no JSON' >builds/notes.json
"$JFRTOOL" history builds
echo "exit $?"
rm builds/notes.json
echo; "$JFRTOOL" history --format csv builds
echo; "$JFRTOOL" history --since build-8 builds | head -n 1
"$JFRTOOL" history --since build-77 builds
echo "exit $?"
# In time the first is the last.
"$JFRTOOL" history --format csv --order time builds | cut -d, -f 1,2,3
# A single file of lines: each is a build; too few.
cat builds/build-[1-7].ndjson >all.ndjson
sed -i 's/x.jfr/ci\/run.jfr/' all.ndjson
"$JFRTOOL" history all.ndjson | head -n 2
"$JFRTOOL" history builds/build-1.ndjson | head -n 2
mkdir none && "$JFRTOOL" history none
echo "exit $?"
