# Collapsed stacks, flame graphs and OTLP profiles are read as what they are, wherever they lie; all commands that
# read samples take them.
rec=$TESTDATA/deep-17.jfr
top() { "$JFRTOOL" hot-methods -q --top 2 --format csv "$@"; }
"$JFRTOOL" collapsed -q "$rec" >deep.collapsed
"$JFRTOOL" export -q "$rec" -o deep.otlp
cp "$TESTDATA/../tests/documents/deep-4.html" deep.html
top "$rec" >want
for name in deep.collapsed deep.otlp deep.html; do top $name | cmp - want && echo "$name"; done
gzip -k deep.collapsed deep.otlp deep.html
sed 's/$/\r/' deep.collapsed >crlf.txt
mkdir in && cp deep.collapsed.gz in/
tar cf deep.tar deep.otlp
for name in deep.collapsed.gz deep.otlp.gz deep.html.gz crlf.txt in deep.tar; do top $name | cmp - want && echo "$name"; done
top <deep.collapsed - | cmp - want
"$JFRTOOL" collapsed -q --threads deep.html | cut -d';' -f1 | sort -u
"$JFRTOOL" diff -q --top 1 deep.html deep.collapsed
"$JFRTOOL" gate -q deep.otlp deep.html | tail -n 1
"$JFRTOOL" merge -q deep.html deep.collapsed -o two.pb && top two.pb
"$JFRTOOL" flame -q deep.otlp -o deep.svg && grep -c 'Deep.burn' deep.svg
# They have no times.
"$JFRTOOL" timeline deep.html
"$JFRTOOL" summary deep.collapsed
# Beside recordings in a folder nothing changes, and a log is no collapsed stacks there.
mkdir mixed && cp "$rec" deep.html deep.otlp deep.collapsed mixed/ && printf 'a;b took 5\nc took 17\n' >mixed/log.txt
"$JFRTOOL" hot-methods --top 1 mixed | grep samples
"$JFRTOOL" summary mixed | grep -c jdk.ExecutionSample
# What is none has a sentence.
printf 'a;b 1\nc\n' >x.collapsed
"$JFRTOOL" hot-methods x.collapsed; echo "exit $?"
sed 's/^f(.*/f(1,99,0,1)/' deep.html >x.html
"$JFRTOOL" hot-methods x.html; echo "exit $?"
head -c 2000 deep.otlp >x.otlp
"$JFRTOOL" hot-methods x.otlp; echo "exit $?"
