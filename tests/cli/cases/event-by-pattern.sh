# The package jdk need not be written, * and ? stand for what they always do, a type counts once.
"$JFRTOOL" hot-methods -qn1 -e FileRead "$TESTDATA/native-17.jfr" | grep -v '^Next' | grep . | tail -2
"$JFRTOOL" hot-methods -qn1 -e 'jdk.*Sample' "$TESTDATA/native-17.jfr" | grep -v '^Next' | grep . | tail -2
"$JFRTOOL" hot-methods -qn1 -e 'jdk.ExecutionSample,jdk.Exec*' "$TESTDATA/native-17.jfr" | grep -v '^Next' | grep . | tail -2
"$JFRTOOL" hot-methods -qn1 -e io "$TESTDATA/native-17.jfr" | grep -v '^Next' | grep . | tail -2
