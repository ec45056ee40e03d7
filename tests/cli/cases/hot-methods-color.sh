# --color always colors also where there is no terminal and in spite of NO_COLOR.
"$JFRTOOL" hot-methods -q --color always --top 1 "$TESTDATA/shares-17.jfr" | head -n 1 | od -c | head -n 1
NO_COLOR=1 "$JFRTOOL" hot-methods -q --color always --top 1 "$TESTDATA/shares-17.jfr" | grep -c $'\033'
"$JFRTOOL" hot-methods -q --top 1 "$TESTDATA/shares-17.jfr" | grep -c $'\033' || true
