# Rules left out, other thresholds, a file of them.
cat > quiet.txt <<'END'
# what is usual here
FullGc = off
gcstall=off # any case will do
END
"$JFRTOOL" rules -q --rules-file quiet.txt "$TESTDATA/full-gc-11.jfr.zst"
"$JFRTOOL" rules -q --rule SystemGc,FullGc --option SystemGc.info=0.5% --option FullGc=off --verbose "$TESTDATA/full-gc-11.jfr.zst"
