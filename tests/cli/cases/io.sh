"$JFRTOOL" io --thread main "$TESTDATA/native-17.jfr"
