# What a tar leaves out of a file, between and behind its data, is as many zeros as in the file itself.
cp "$TESTDATA/shares-17.jfr" x.jfr
truncate -s +100K x.jfr
cat "$TESTDATA/shares-17.jfr" >>x.jfr
truncate -s +200K x.jfr
tar -S -cf x.tar x.jfr
"$JFRTOOL" check x.jfr >plain
"$JFRTOOL" check x.tar | tee in_tar
cmp <(grep -v ^Next: plain) <(grep -v ^Next: in_tar) # which name the file
