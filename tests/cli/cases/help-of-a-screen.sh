# The help of a command fits a screen, however it is asked for; --all says the rest of it.
"$JFRTOOL" hot-methods -h
cmp <("$JFRTOOL" hot-methods --help) <("$JFRTOOL" help hot-methods)
cmp <("$JFRTOOL" hot-methods --help) <("$JFRTOOL" hot-methods -h)
for command in $("$JFRTOOL" help | sed -n 's/^  \([a-z-]*\) .*/\1/p') callers jvms summary; do
    [ "$("$JFRTOOL" help "$command" | wc -l)" -le 30 ] || echo "help of $command is longer than a screen"
    "$JFRTOOL" help "$command" | grep -E '^.{81,}'
done
exit 0
