# The legend has every colour, the darkest too, with the least number of samples that gets it.
"$JFRTOOL" heatmap -q --rows 1 "$TESTDATA/shares-17.jfr" -o heat.svg
sed -n '/class="quiet"/,$p' heat.svg | grep -oE '<rect class="l[0-9]"|>[0-9,]+</text>' | paste -sd ' '
