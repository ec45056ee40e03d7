# --type is a type, whatever files there are and whatever it looks like.
cp "$TESTDATA/native-17.jfr" a.jfr
cp a.jfr GCHeapSummary
for type in GCHeapSummary "GCHeapSummary,GarbageCollection" no.jfr /etc/passwd --output=x - ,; do
    "$JFRTOOL" events --count --format csv "--type=$type" -- a.jfr 2>&1
    echo "$?"
done
"$JFRTOOL" events --count --format csv --type GarbageCollection a.jfr no.jfr 2>&1
ls
