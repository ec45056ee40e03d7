# A view shows no secret in any format, a statement shows what was recorded.
recording=$TESTDATA/../tests/cases/secret-arguments.jfr
for format in text json csv md ndjson; do
    "$JFRTOOL" view jvm-information --format $format "$recording" | grep -E 'jvmArg|VM Arg|Argu|OpenJDK' || echo "no $format"
done
"$JFRTOOL" sql "SELECT substr(jvmArguments, 8, 24) AS arguments FROM JVMInformation" "$recording"
