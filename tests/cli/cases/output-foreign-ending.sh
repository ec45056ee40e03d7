# A name that asks for what cannot be written gets no other format under that name.
"$JFRTOOL" flame "$TESTDATA/shares-17.jfr" -o picture.png
echo "exit $?"
"$JFRTOOL" hot-methods "$TESTDATA/shares-17.jfr" -o table.XLSX
echo "exit $?"
ls
# What stands behind a dot may be a part of the name.
"$JFRTOOL" hot-methods -q "$TESTDATA/shares-17.jfr" -o hot.2026-11-22 && ls
