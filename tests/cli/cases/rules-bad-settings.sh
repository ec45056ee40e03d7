for setting in GcPauseRatio GcPauseRatio.info=often GcPauseRatio.limit=5 Nothing.info=5 PID1Rule=5 PID1Rule.info=1; do
    "$JFRTOOL" rules --option "$setting" "$TESTDATA/rule-ok.jfr.zst"
    echo "$?"
done
"$JFRTOOL" rules --rule Nothing "$TESTDATA/rule-ok.jfr.zst"
"$JFRTOOL" rules --topic nothing "$TESTDATA/rule-ok.jfr.zst"
printf 'GcPauseRatio.info = 3%%\nGcPauseRatio.info = x\n' > rules.txt
"$JFRTOOL" rules --rules-file rules.txt "$TESTDATA/rule-ok.jfr.zst"
"$JFRTOOL" rules --rules-file missing.txt "$TESTDATA/rule-ok.jfr.zst"
