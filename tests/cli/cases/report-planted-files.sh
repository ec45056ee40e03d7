# The folder of a report may come from a checkout: links in it are replaced, not followed, and pipes are
# not waited for.
mkdir out
echo precious >precious.txt
ln -s ../precious.txt out/summary.md
ln -s ../precious.txt out/custom-17.jfr.html
mkfifo out/index.html
timeout 20 "$JFRTOOL" report -q "$TESTDATA/custom-17.jfr" -o out
echo "exit code $?"
cat precious.txt
find out -type f | sort
find out -type l -o -type p
