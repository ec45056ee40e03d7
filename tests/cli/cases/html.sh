# The three commands that write the page, by option and by the name after -o.
recording=$TESTDATA/shares-17.jfr
for command in flame heatmap method-profiling; do
    "$JFRTOOL" "$command" --quiet --html "$recording" >by-option.html
    "$JFRTOOL" "$command" --quiet "$recording" -o by-name.html
    cmp by-option.html by-name.html && echo "$command: the same"
    grep -o '<title>.*</title>' by-name.html
done
