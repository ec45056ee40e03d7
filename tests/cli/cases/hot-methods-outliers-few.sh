# With fewer than four nothing is known of how they differ.
cd "$TESTDATA" || exit
"$JFRTOOL" hot-methods --outliers chunks-17.jfr lambdas-17.jfr deep-17.jfr 2>&1
echo "$?"
"$JFRTOOL" hot-methods --quiet --outliers chunks-17.jfr lambdas-17.jfr deep-17.jfr shares-17.jfr >/dev/null
echo "$?"
