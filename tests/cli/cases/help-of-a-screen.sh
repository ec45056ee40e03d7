# -h has the own options of the command and the names of those that commands share; --help has all.
"$JFRTOOL" hot-methods -h
for command in callers flame diff gate timeline record jvms summary; do
    [ "$("$JFRTOOL" $command -h | wc -l)" -le 50 ] || echo "$command -h is longer than a screen"
done
cmp <("$JFRTOOL" hot-methods --help) <("$JFRTOOL" help hot-methods)
cmp <("$JFRTOOL" -h) <("$JFRTOOL" --help) >/dev/null && echo "-h of the program is not shorter"
true
