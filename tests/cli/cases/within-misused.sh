# What has no thread, no such type, a condition that is none, both options, what cannot be read twice.
recording=$TESTDATA/native-17.jfr
"$JFRTOOL" hot-methods --within GarbageCollection "$recording"; echo $?
"$JFRTOOL" hot-methods --within SocketRed "$recording"; echo $?
"$JFRTOOL" hot-methods --within 'SocketRead where duration >' "$recording"; echo $?
"$JFRTOOL" hot-methods --within SocketRead --outside SocketRead "$recording"; echo $?
"$JFRTOOL" hot-methods --within SocketRead - <"$recording"; echo $?
"$JFRTOOL" hot-methods -q --within 'SocketRead where duration > 1h' "$recording"; echo $?
"$JFRTOOL" profile -q "$recording" -o base.pb.gz
"$JFRTOOL" hot-methods --within SocketRead base.pb.gz; echo $?
"$JFRTOOL" hot-methods --within SocketRead no-such.jfr; echo $?
