"$JFRTOOL" metadata --events NoSuchThing "$TESTDATA/lambdas-17.jfr"; echo $?
"$JFRTOOL" metadata --format xml "$TESTDATA/lambdas-17.jfr"; echo $?
head -c 20000 "$TESTDATA/lambdas-17.jfr" > cut.jfr
"$JFRTOOL" metadata --strict cut.jfr | head -1; echo ${PIPESTATUS[0]}
