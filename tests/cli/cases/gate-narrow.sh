# In a terminal what failed keeps its name and its figures: a sentence that is too long is wrapped.
COLUMNS=90 "$JFRTOOL" gate -q "$TESTDATA/shares-17.jfr" "$TESTDATA/chunks-17.jfr"
