# A part of a command is the command that had its name, with the same bytes and exit code.
rec=$TESTDATA/chunks-17.jfr
same() {
    local name=$1 call=$2
    shift 2
    # shellcheck disable=SC2086 # words
    cmp <("$JFRTOOL" $name "$@" 2>&1 || echo "exit $?") <("$JFRTOOL" $call "$@" 2>&1 || echo "exit $?") ||
        echo "$call is not $name"
}
same tree 'hot-methods --tree' "$rec"
cmp <("$JFRTOOL" tree --reverse "$rec") <("$JFRTOOL" hot-methods "$rec" --reverse --tree)
same callers 'hot-methods --callers' Chunks.work "$rec"
same callees 'hot-methods --callees' Chunks.work "$rec"
same methods 'hot-methods --traced' "$rec"
same method 'hot-methods' phaseOne "$rec"
same method 'hot-methods' --depth 1 phaseOne "$rec"
same heatmap 'timeline --heat' --json "$rec"
same safepoints 'gc --safepoints' "$rec"
same compiler 'jvm --compiler' "$rec"
same classes 'jvm --classes' "$rec"
same rules 'overview --all' "$rec"
same print 'events --as jfr' --events CPULoad "$rec"
same print 'events --as=jfr' --events CPULoad "$rec"
same metadata 'events --types' "$rec"
same view 'events --view' event-sizes "$rec"
same views 'events --views' "$rec"
same summary 'file info' --json "$rec"
same check 'file check' "$rec"
same cut 'file cut' "$rec"
same assemble 'file join' "$rec"
same disassemble 'file split'
"$JFRTOOL" hot-methods --depth 1 phaseOne "$rec"
# What is no part.
"$JFRTOOL" file
"$JFRTOOL" file repiar "$rec"
"$JFRTOOL" file xyz
"$JFRTOOL" events --as xml "$rec"
"$JFRTOOL" hot-methods nosuch.jfr "$rec" | head -1
"$JFRTOOL" hot-methods phaseOne
