# A wrong selection is refused by every command that has one, before anything is read or written.
for command in hot-methods method-profiling "callers run" "callees run" tree flame collapsed diff gate \
    timeline heatmap threads profile merge report; do
    # shellcheck disable=SC2086 # callers and callees come with their method
    "$JFRTOOL" $command --include '(' nothing.jfr nothing.jfr -o out.json 2> stderr
    echo "$command: $? $(head -c 60 stderr)"
done
rm stderr
ls
