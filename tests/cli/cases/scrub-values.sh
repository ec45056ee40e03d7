# Values by key, wherever they stand.
"$JFRTOOL" scrub --mask 'filename,*heap*,NAME' "$TESTDATA/lambdas-17.jfr" -o out.jfr
"$JFRTOOL" print --events JVMInformation,OSInformation out.jfr
"$JFRTOOL" scrub --secrets "$TESTDATA/lambdas-17.jfr" -o same.jfr
