# Series in the order of their names and times; one time has one value.
"$JFRTOOL" export --to openmetrics "$TESTDATA/native-17.jfr" >all.om
head -30 all.om
