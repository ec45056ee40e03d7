# Of a recording that was cut, the collections up to there; where names are lost, they are not known.
head -c 160000 "$TESTDATA/native-17.jfr" >cut.jfr
COLUMNS=80 "$JFRTOOL" gc cut.jfr
