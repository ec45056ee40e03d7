# What bash offers after some beginnings. Of reports one stands for all.
others=$(basename -s .report "$TESTDATA"/../reports/*.report | grep -vx locks | paste -sd '|')
"$JFRTOOL" generate bash >completion
source ./completion
compopt() { :; }
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _jfrtool
    echo "$*:" "${COMPREPLY[@]}"
}
offer jfrtool '' | tr ' ' '\n' | grep -vxE "$others" | paste -sd ' '
offer jfrtool hot
offer jfrtool help s
offer jfrtool hot-methods --by ''
offer jfrtool hot-methods --by = pa
offer jfrtool hot-methods --event =
offer jfrtool hot-methods -e w
offer jfrtool flame --m
offer jfrtool collapsed --format ''
