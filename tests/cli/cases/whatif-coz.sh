# As Coz has it, for its viewer: each window left alone counts for each method.
"$JFRTOOL" whatif --coz coz.txt "$TESTDATA/experiments.jfr.zst" >/dev/null && head -8 coz.txt && tail -4 coz.txt
