# A form, a table, a type, a view of one's own, in several formats; both orders.
cd "$TESTDATA" || exit
"$JFRTOOL" view gc-pauses native-17.jfr
"$JFRTOOL" view native-17.jfr GC --width 60
"$JFRTOOL" view pauses native-17.jfr --format csv
"$JFRTOOL" view gc-pauses native-17.jfr --json
"$JFRTOOL" view GCPhasePause native-17.jfr
"$JFRTOOL" view jdk.GCPhasePause native-17.jfr --json
"$JFRTOOL" view file-reads-by-path native-17.jfr --top 2 --format md 2>/dev/null
"$JFRTOOL" view all-views native-17.jfr --json | tr '[' '\n' | grep -oE '"[a-z-]+":$'
"$JFRTOOL" view gc-pauses --sql
"$JFRTOOL" view exception-by-message --top 1 --width 40 --truncate beginning native-17.jfr
"$JFRTOOL" view exception-by-message --top 1 --width 40 --truncate end native-17.jfr
"$JFRTOOL" view exception-by-message --top 1 --width 40 --cell-height 3 native-17.jfr
cd - >/dev/null || exit
"$JFRTOOL" view gc-pauses --sql | sed 's/GC Pauses/Mine/' >mine.view
"$JFRTOOL" view ./mine.view "$TESTDATA/native-17.jfr" | head -2
