# What cannot be, and what to do.
"$JFRTOOL" diff --alpha 2 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
"$JFRTOOL" diff --measure value -o d.svg "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
"$JFRTOOL" diff --quiet --event jdk.ThreadStart --measure value "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
"$JFRTOOL" diff --quiet missing.jfr "$TESTDATA/shares-25.jfr"
ls
