"$JFRTOOL" print --events ThreadStart "$TESTDATA/lambdas-17.jfr" -o out.xml
head -40 out.xml
python3 -c 'import xml.dom.minidom; print(len(xml.dom.minidom.parse("out.xml").getElementsByTagName("event")))'
