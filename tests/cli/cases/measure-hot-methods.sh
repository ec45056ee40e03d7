for format in text csv md json; do
    "$JFRTOOL" hot-methods -q --event alloc --measure value --top 3 --format $format "$TESTDATA/native-17.jfr" || exit
done
"$JFRTOOL" hot-methods -q --event jdk.ThreadPark --measure value --sort total --top 3 "$TESTDATA/native-17.jfr"
