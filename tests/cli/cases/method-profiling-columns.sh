# Long names are shortened to the width asked for, numbers are not.  The first line is the verdict, a sentence.
for columns in 80 120 200; do
    (cd "$TESTDATA" && COLUMNS=$columns "$JFRTOOL" method-profiling -q --top 12 --by line --raw-names lambdas-25.jfr.gz) > out
    sed -e "s/…/./g" -e 1d out | awk -v most="$columns" "length(\$0) > most { print \"too long: \" \$0 }"
    sed -n "/^self/,/shown/p" out
done
