"$JFRTOOL" collapsed -q --event alloc --measure value "$TESTDATA/native-17.jfr" | awk '{ sum += $NF } END { print sum }' &&
    "$JFRTOOL" flame --event alloc --measure value "$TESTDATA/native-17.jfr" -o flame.svg && grep -o '<title>all [^<]*' flame.svg &&
    grep -o '>jdk[^<]*' flame.svg | head -n 1 && grep -o 'data-unit="[a-z]*"' flame.svg
