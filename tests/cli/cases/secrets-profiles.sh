# A profile is kept and passed on: names of threads, frames and settings have no secrets in it.
printf '[worker token=swordfish77 tid=5];main;login password=hunter2secret;b 5\n' >made.collapsed
"$JFRTOOL" export -q --to pprof made.collapsed >made.pprof
gzip -dc <made.pprof >made.text 2>/dev/null || cp made.pprof made.text
"$JFRTOOL" export -q --to otlp made.collapsed >made.otlp
for file in made.text made.otlp; do
    echo "$file: $(grep -ac 'swordfish77\|hunter2secret' $file) lines with secrets"
    grep -ao 'worker token=[*]\{3\}\|login password=[*]\{3\}' $file | sort | uniq -c
done
