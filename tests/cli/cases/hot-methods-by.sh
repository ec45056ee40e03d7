# Keys of a row for each --by.
for by in method line class package module bci; do
    echo "$by: $("$JFRTOOL" hot-methods -q --json --top 1 --by $by "$TESTDATA/shares-17.jfr" |
        sed -n '/"methods"/,$p' | grep -oE '"[a-z_]+":' | tr -d '\n')"
done
