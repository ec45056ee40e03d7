# Causes, collectors, the longest pauses and phases; the program's own call of System.gc() is named.
COLUMNS=100 "$JFRTOOL" gc --top 3 "$TESTDATA/full-gc-11.jfr.zst"
