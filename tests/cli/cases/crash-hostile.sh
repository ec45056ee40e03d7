# What a log says and what files are called is text wherever it is shown.
mkdir in
printf '#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  \033[31m<script>alert(1)</script> | `x` **b** \342\200\256, pid=99999999999999999999\n# Problematic frame:\n# C  [<b>lib\033]0;t\007]\n' >'in/<img src=x>|`a`.log'
COLUMNS=80 "$JFRTOOL" crash in
"$JFRTOOL" crash --format md in
"$JFRTOOL" crash --format html in | grep -c '<script\|<img\|<b>'
"$JFRTOOL" crash --json in | python3 -m json.tool >/dev/null && echo 'JSON'
# A log that is cut in its first lines, and a recording whose names are hostile.
head -c 90 "$TESTDATA/crashed/segv-17.log" >cut.log
"$JFRTOOL" crash cut.log
cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" crash --top 2 hostile-17.jfr
