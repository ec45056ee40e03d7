export LC_ALL=C.UTF-8
COLUMNS=120 "$JFRTOOL" timeline -q --split thread "$TESTDATA/shares-25.jfr"
COLUMNS=100 "$JFRTOOL" timeline -q --split state --event native --resolution 2s "$TESTDATA/native-17.jfr"
