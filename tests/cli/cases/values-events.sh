# Numbers without a sign, chars, what is no number, and units of all annotations: rows, groups and conditions.
r=$TESTDATA/values-25.jfr.zst
"$JFRTOOL" events test.Numbers --format ndjson --fields unsignedLong,unsignedHertz,letter,yes,no,real,narrow,text "$r"
"$JFRTOOL" events test.Numbers --format csv --fields unsignedLong,unsignedBytes,letter,real "$r"
"$JFRTOOL" events test.Amounts --top 0 --fields bitsLong,bytesLong,bitsRateLong,bitsRateDouble,bytesRateFloat,hertzInt,percentDouble,addressLong,bytesSpanLong "$r"
"$JFRTOOL" events test.Numbers --by real --show count --show 'max(unsignedLong)' --show 'min(unsignedLong)' --show 'sum(unsignedInt)' "$r"
for where in 'unsignedLong > 9223372036854775807' 'unsignedLong < 5' 'unsignedLong == 5' 'unsignedLong == null' \
    'letter == "x"' 'letter ~ "[a-z]"' 'real == null' 'real != 0' 'real > 1' 'real in (0, 1.5)' 'unsignedLong > signedLong' \
    'unsignedLong == signedLong' 'real == narrow'; do
    printf '%s: ' "$where"
    "$JFRTOOL" events test.Numbers --where "$where" --format ndjson --fields unsignedLong "$r" | wc -l
done
"$JFRTOOL" events test.Numbers --sort unsignedLong --format csv --fields unsignedLong "$r"
