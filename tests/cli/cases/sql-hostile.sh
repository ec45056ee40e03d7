# Names that would act on a terminal, a spreadsheet or a document.
for format in text csv md json; do
    "$JFRTOOL" sql "$TESTDATA/hostile-17.jfr" --format $format \
        "SELECT sampledThread, stackTrace_top, count(*) AS n FROM ExecutionSample GROUP BY 1, 2 ORDER BY 1, 2" |
        LC_ALL=C grep -c $'[\x01-\x08\x0b\x0c\x0e-\x1f]'
done
"$JFRTOOL" sql "$TESTDATA/hostile-17.jfr" "SELECT DISTINCT sampledThread FROM ExecutionSample ORDER BY 1 LIMIT 8"
! "$JFRTOOL" sql "$TESTDATA/hostile-17.jfr" "SELECT $(printf "\033")x" 2>&1 | LC_ALL=C grep $'\x1b'
