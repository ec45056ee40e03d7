# Lines where the environment says UTF-8.
LC_ALL=C.UTF-8 "$JFRTOOL" callers -q hotTwenty "$TESTDATA/shares-17.jfr"
LC_ALL='' LC_CTYPE='' LANG=de_DE.utf8 "$JFRTOOL" callees -q run --all "$TESTDATA/shares-17.jfr" | sed -n "3,8p"
