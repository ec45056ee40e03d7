# Flags that are not the default, and what the recording cannot show.
COLUMNS=80 "$JFRTOOL" jvm "$TESTDATA/native-17.jfr"
