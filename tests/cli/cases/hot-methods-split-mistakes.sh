# What does not go together, and what is not there.
recording=$TESTDATA/native-17.jfr
"$JFRTOOL" hot-methods --by pathh "$recording"; echo $?
"$JFRTOOL" hot-methods --by path,foo "$recording"; echo $?
"$JFRTOOL" hot-methods --by line,class "$recording"; echo $?
"$JFRTOOL" hot-methods --by lines "$recording"; echo $?
"$JFRTOOL" hot-methods --within FileRead --by pth "$recording"; echo $?
"$JFRTOOL" hot-methods --outside FileRead --by path "$recording"; echo $?
"$JFRTOOL" hot-methods --overlap "$recording"; echo $?
"$JFRTOOL" hot-methods --recordings --by path "$recording"; echo $?
"$JFRTOOL" flame --threads --within FileRead --by path "$recording"; echo $?
"$JFRTOOL" profile -q "$recording" -o base.pb.gz
"$JFRTOOL" hot-methods --by path base.pb.gz; echo $?
