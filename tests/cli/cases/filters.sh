"$JFRTOOL" hot-methods --thread '^shares' --state runnable --from 1s --to -1s --include 'Shares\.right' \
    --exclude hotThirty "$TESTDATA/shares-17.jfr"
