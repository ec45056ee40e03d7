for how in duration cpu none; do
    "$JFRTOOL" diff --quiet --top 2 --normalize $how "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
    echo "exit $?"
done
