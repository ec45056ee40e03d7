printf 'app.Main.run, fine\n\n# a comment\nno name\n' > names
"$JFRTOOL" account --classify names "$TESTDATA/traffic-25.jfr.zst"
echo "exit $?"
"$JFRTOOL" events --classify nowhere --type jdk.ThreadPark "$TESTDATA/traffic-25.jfr.zst"
echo "exit $?"
