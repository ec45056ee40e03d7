# A schema and a table of keys; what there is none of, and the parts that only tables have.
"$JFRTOOL" generate schema views
"$JFRTOOL" generate keys heatmap
"$JFRTOOL" generate keys lengths
"$JFRTOOL" generate schema lengths 2>/dev/null
echo "exit $?"
"$JFRTOOL" generate keys view extra 2>/dev/null
echo "exit $?"
# Each that is named is there.
for name in $("$JFRTOOL" generate schema); do
    "$JFRTOOL" generate schema "$name" >schema || echo "$name"
done
"$JFRTOOL" generate keys | cmp - <("$JFRTOOL" generate schema) && echo "the same names"
"$JFRTOOL" generate schema nothing
"$JFRTOOL" generate keys hot-metods
"$JFRTOOL" generate man nothing
"$JFRTOOL" generate man summary extra 2>/dev/null
echo "exit $?"
"$JFRTOOL" generate fish extra 2>/dev/null
echo "exit $?"
"$JFRTOOL" generate schema nothing 2>/dev/null
