# What bash offers after some beginnings.
"$JFRTOOL" generate bash >completion
source ./completion
compopt() { :; }
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _jfrtool
    echo "$*:" "${COMPREPLY[@]}"
}
offer jfrtool ''
offer jfrtool hot
offer jfrtool help s
offer jfrtool hot-methods --by ''
offer jfrtool hot-methods --by = pa
offer jfrtool hot-methods --event =
offer jfrtool hot-methods -e w
offer jfrtool flame --m
offer jfrtool collapsed --format ''
