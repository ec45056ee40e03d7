# Without UTF-8 in the locale charts are ASCII; lines end where the terminal does.
COLUMNS=80 "$JFRTOOL" timeline "$TESTDATA/shares-17.jfr"
