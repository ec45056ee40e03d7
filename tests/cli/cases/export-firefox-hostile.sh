# Names hold anything and stay JSON; events beside the samples are there.
"$JFRTOOL" export --to firefox "$TESTDATA/hostile-17.jfr" >hostile.json || exit 1
grep -ao '"stringArray":.*' hostile.json | head -c 1500
echo
grep -ac . hostile.json
