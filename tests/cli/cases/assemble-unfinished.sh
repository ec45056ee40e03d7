# What a killed JVM left behind becomes a recording without damage.
"$JFRTOOL" assemble "$TESTDATA/killed-17" -o out.jfr
"$JFRTOOL" summary --strict out.jfr | sed -n 2,5p
head -c 300000 "$TESTDATA/chunks-17.jfr" > cut.jfr
"$JFRTOOL" assemble cut.jfr -o whole.jfr
"$JFRTOOL" summary --strict whole.jfr | sed -n 2,5p
printf 'no recording' > no.jfr
"$JFRTOOL" assemble no.jfr -o none.jfr; echo $?; ls
