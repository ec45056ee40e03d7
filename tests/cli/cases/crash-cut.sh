# A recording that was finished and then cut does not say how its JVM ended, and is not called whole.
head -c 40000 "$TESTDATA/shares-17.jfr" | gzip >cut.jfr.gz
"$JFRTOOL" crash cut.jfr.gz | sed -n 2,4p
