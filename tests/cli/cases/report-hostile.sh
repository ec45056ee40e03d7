# Names of files and of what is in recordings are text wherever they are shown.
mkdir in
cp "$TESTDATA/hostile-17.jfr" 'in/<img src=x onerror=alert(1)>|`a`_[b](c)_*$.jfr'
cp "$TESTDATA/hostile-17.jfr" $'in/\e[31mred\u202e\n## heading.jfr'
sed 's/SIGSEGV.*/<script>alert(1)<\/script> | `x` **bold**/' "$TESTDATA/crashed/segv-17.log" >'in/<b>.log'
"$JFRTOOL" report -q in -o out --title '<script>alert(2)</script> **x**'
ls out
cat out/summary.md
grep -c '<script\|<img\|<b>' out/index.html
python3 -m json.tool out/summary.json >/dev/null && echo 'JSON'
