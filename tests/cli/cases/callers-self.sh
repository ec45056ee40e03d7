# Only its own samples; recursion counts once, as JDK Mission Control counts it every time.
"$JFRTOOL" callers -q --self --depth 3 burn "$TESTDATA/deep-17.jfr"
"$JFRTOOL" callees -q --depth 4 ping "$TESTDATA/deep-17.jfr"
"$JFRTOOL" callees -q --depth 2 --jmc-compat ping "$TESTDATA/deep-17.jfr"
