# In colour two rows are a line of half blocks: the colour of the upper one, that of the lower one behind it.
LC_ALL=C.UTF-8 "$JFRTOOL" heatmap --rows 4 --color always "$TESTDATA/shares-17.jfr" | sed -n 4,8p | cut -c 1-80 | cat -v
