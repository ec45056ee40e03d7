# Of the commands that are reports one stands for all: another one changes nothing here.
others=$(basename -s .report "$TESTDATA"/../reports/*.report | grep -vx locks | paste -sd '|')
"$JFRTOOL" help | grep -vE "^  (jfrtool )?($others) " && "$JFRTOOL" --help | cmp - <("$JFRTOOL" help)
