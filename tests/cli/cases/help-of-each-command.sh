# Every command has help that names its usage and fits 80 columns.
for command in hot-methods flame collapsed export help version; do
    "$JFRTOOL" help --all $command >text || exit 1
    grep -q "^Usage: jfrtool $command" text || echo "$command: no usage"
    grep -E '^.{81,}' text
done
exit 0
