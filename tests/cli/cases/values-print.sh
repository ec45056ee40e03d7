# As the JDK prints them, but for what has to be escaped.
r=$TESTDATA/values-25.jfr.zst
"$JFRTOOL" print --events test.Numbers "$r" | grep -v -e startTime -e eventThread
"$JFRTOOL" print --json --events test.Numbers "$r" | grep -e '"text"' -e '"letter"' -e '"real"' -e '"unsignedLong"'
