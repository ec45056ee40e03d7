# Who says nothing of what to remove means what must not be passed on: secrets and names of people.
"$JFRTOOL" scrub "$TESTDATA/shares-17.jfr" -o usual.jfr
"$JFRTOOL" scrub -q --secrets --personal "$TESTDATA/shares-17.jfr" -o asked.jfr
cmp usual.jfr asked.jfr
