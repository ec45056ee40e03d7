# Where options take more room than a screen has, each says what comes first.
for command in diff events gate; do "$JFRTOOL" help "$command" | sed -n '/^[A-Z][a-z A-Z]*:$/,$p'; done
"$JFRTOOL" help record | grep -c 'Shared options'
