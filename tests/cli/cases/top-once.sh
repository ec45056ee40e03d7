# One picture of a recording, and the same of the folder that it lies in, as a recorder's repository has it.
mkdir -p repository/2026_01_02
cp "$TESTDATA/chunks-17.jfr" repository/2026_01_02/
"$JFRTOOL" top --once --window 2s "$TESTDATA/chunks-17.jfr" | tail -n +2
"$JFRTOOL" top --once --window 2s repository | tail -n +2 | cmp - <("$JFRTOOL" top --once --window 2s "$TESTDATA/chunks-17.jfr" | tail -n +2)
