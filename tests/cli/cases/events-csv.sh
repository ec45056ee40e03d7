"$JFRTOOL" events CPULoad PhysicalMemory --format csv "$TESTDATA/native-17.jfr"
