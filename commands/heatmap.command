command   heatmap
summary   Show samples by second and fraction of a second
about     A column is a second and its rows are fractions of it: time runs down each column and
about     continues in the next. Work that recurs every second appears as a horizontal line, a
about     stall as a gap, a burst as a dark spot. The hottest cells are listed with the --from and
about     --to that select exactly their samples in any command.
about
about     If a recording has more seconds than the picture has columns (300, or the width of the
about     terminal), a column is several seconds and a cell is longer in proportion; the first
about     line says so.
example   jfrtool heatmap rec.jfr
shows     Seconds from left to right, fractions of a second from top to bottom
example   jfrtool heatmap --thread 'http-.*' rec.jfr -o heat.svg
shows     Some threads, as a picture
example   jfrtool heatmap rec.jfr -o report.html
shows     A page: drag over cells to see only their samples
example   jfrtool heatmap --rows 20 --json rec.jfr
shows     Cells of 50 ms, for a program
