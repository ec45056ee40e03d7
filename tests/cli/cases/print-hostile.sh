# Names with terminal escapes, line breaks and halves of characters do no harm.
"$JFRTOOL" print --events test.Text "$TESTDATA/hostile-17.jfr" | grep -a 'text = ' | head -20
for form in --exact --json --xml; do
    "$JFRTOOL" print $form "$TESTDATA/hostile-17.jfr" | LC_ALL=C grep -ac $'[\x01-\x08\x0b-\x1f\x7f]'
done
"$JFRTOOL" print --xml "$TESTDATA/hostile-17.jfr" | python3 -c 'import xml.dom.minidom, sys; xml.dom.minidom.parse(sys.stdin.buffer)'
