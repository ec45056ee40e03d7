# Text as `jfr print` has it: units, classes, threads and methods in words.
"$JFRTOOL" print --events ThreadStart,CPULoad,'GC*Summary',OSInformation "$TESTDATA/lambdas-17.jfr" | head -60
"$JFRTOOL" print --exact --events CPULoad "$TESTDATA/lambdas-17.jfr" | head -8
