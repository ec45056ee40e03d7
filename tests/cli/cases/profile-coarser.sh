# --by and --threads leave out what is not wanted; what is left out cannot be had back.
"$JFRTOOL" profile -q --by class --threads none "$TESTDATA/shares-17.jfr" -o base.pb.gz
"$JFRTOOL" collapsed -q --threads --by line base.pb.gz
"$JFRTOOL" profile -q --by package "$TESTDATA/shares-17.jfr" | "$JFRTOOL" collapsed -q -
"$JFRTOOL" profile -q --by module "$TESTDATA/shares-17.jfr" | "$JFRTOOL" collapsed -q --by module -
