# What cannot be read is named once, by quiet commands too.
echo text >text.jfr
{ head -c 130908 "$TESTDATA/shares-17.jfr" && head -c 200 /dev/zero | tr '\0' '\377' && tail -c +131109 "$TESTDATA/shares-17.jfr"; } >undescribed.jfr
for quiet in "" "-q"; do
    "$JFRTOOL" sql $quiet text.jfr "$TESTDATA/shares-17.jfr" "SELECT count(*) > 50 AS many FROM ExecutionSample" 2>&1
    echo "exit $?"
    "$JFRTOOL" view $quiet hot-methods undescribed.jfr 2>&1
    echo "exit $?"
done
