# In every width both charts stand in the same columns, and no line is longer.
export LC_ALL=C.UTF-8
for width in 80 120 200; do
    COLUMNS=$width "$JFRTOOL" timeline -q --split thread "$TESTDATA/shares-17.jfr" "$TESTDATA/lambdas-17.jfr" |
        WIDTH=$width python3 -c '
import os, sys
lines = [line.rstrip("\n") for line in sys.stdin]
width = int(os.environ["WIDTH"])
charts = [line for line in lines if line[:7].strip() and len(line) > 30 and " of " not in line and "hold" not in line]
print(width, max(map(len, charts)) <= width, [line.index("0 s") for line in lines if " 0 s " in line and "%" in line])'
done
