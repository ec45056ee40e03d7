# The selection of the other commands.
events() { "$JFRTOOL" print --json "$@" "$TESTDATA/native-17.jfr" | grep -c '^      "type"'; }
events
events --event io
events --event 'jdk.File*' --thread 'Reader|file'
events --thread main
events --state runnable
events --include 'Blocking' --event cpu
events --exclude 'Blocking' --event cpu
events --from 1s --to 2s
"$JFRTOOL" print --events ThreadStart --tz +05:30 "$TESTDATA/native-17.jfr" | head -2
"$JFRTOOL" print --events ThreadStart --tz Europe/Berlin --json "$TESTDATA/native-17.jfr" | grep -m1 startTime
