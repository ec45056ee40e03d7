# The same in SQL, where integers have a sign and there is no NaN; and in views.
r=$TESTDATA/values-25.jfr.zst
"$JFRTOOL" sql --format csv "$r" "SELECT unsignedLong, typeof(unsignedLong), letter, real, yes, unsignedLong > 5 AS more FROM test.Numbers"
"$JFRTOOL" sql --format csv "$r" "SELECT unsignedLong, count(*) FROM test.Numbers GROUP BY 1 ORDER BY 1"
"$JFRTOOL" sql --format csv "$r" "SELECT a.unsignedLong FROM test.Numbers a JOIN test.Numbers b ON a.unsignedLong = b.unsignedLong ORDER BY 1"
"$JFRTOOL" sql --format csv "$r" "SELECT signedInt FROM test.Numbers WHERE unsignedLong = '18446744073709551615'"
"$JFRTOOL" sql --format csv "$r" "SELECT name, kind, unit FROM columns WHERE type = 'test.Numbers' AND name LIKE 'unsigned%'"
cat >numbers.sql <<'V'
-- Numbers
-- table, test
-- needs: test.Numbers
-- units: text, boolean, bits, bytes/s, bits/s, hertz
SELECT unsignedLong AS "Number", yes AS "Yes", 16368 AS "Bits", 16368 AS "Bytes", 16368 AS "Rate", unsignedHertz AS "Hertz" FROM test.Numbers
V
"$JFRTOOL" view ./numbers.sql "$r"
"$JFRTOOL" sql --format csv "$r" "SELECT sum(bitsLong), max(bitsRateLong) FROM test.Amounts"
