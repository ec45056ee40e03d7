# A recording that is cut in its second chunk: the first is what there is.
head -c 300000 "$TESTDATA/chunks-17.jfr" >cut.jfr
"$JFRTOOL" top --once cut.jfr | head -n 1
