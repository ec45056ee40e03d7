# What each shell is told of a command that takes another's name, and of options of each kind.
names='s/overview .* version/.../'
rows='--(null|label|by|state|output|raw-names)[= [)]|-l (null|label|by|state|output|raw-names) |_arguments$|\.\.\.'
"$JFRTOOL" generate zsh | sed -n "/^        help)/,/;;\$/{$names;p}; /^        merge)/,/;;\$/p" | grep -E -e "$rows"
"$JFRTOOL" generate fish | sed "$names" | grep -E "from (help|merge)' " | grep -E -e "$rows"
"$JFRTOOL" generate bash | sed "$names" | grep -E -A 1 "^ *(help\)|merge:--(label|by|state|output)\))" | grep -v export
