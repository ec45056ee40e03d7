# A table that is too wide for the terminal has single blanks between its columns, and then shorter names; one that is
# too wide even so stays as it is. Words that are wider than a line are continued behind a part; numbers keep their units.
for columns in 80 140; do
    COLUMNS=$columns "$JFRTOOL" requests -q --within jdk.ThreadPark --by parkedClass.name "$TESTDATA/native-17.jfr" | head -3
    COLUMNS=$columns "$JFRTOOL" io -q "$TESTDATA/native-17.jfr" | head -8
    COLUMNS=$columns "$JFRTOOL" jvm -q "$TESTDATA/native-17.jfr" | sed -n "/Arguments/,/Program/p"
done
COLUMNS=60 "$JFRTOOL" io -q "$TESTDATA/native-17.jfr" | head -8
