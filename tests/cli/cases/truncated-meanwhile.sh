# A recording that becomes shorter while it is read: which one is said, and no file is left. The second
# input is a pipe, so the first one was mapped when it opens; the third is like the first one, so the
# bytes of both are looked at again.
mkdir in out
cp "$TESTDATA/shares-17.jfr" in/rec.jfr
cp in/rec.jfr in/rec2.jfr
mkfifo in/pipe
"$JFRTOOL" hot-methods -q --jobs 1 in/rec.jfr in/pipe in/rec2.jfr -o out/table.txt 2>err &
exec 3>in/pipe
truncate -s 5000 in/rec.jfr
cat "$TESTDATA/custom-17.jfr" >&3
exec 3>&-
wait $!
echo "exit code $?"
sed "s,$PWD,HERE," err
ls out
