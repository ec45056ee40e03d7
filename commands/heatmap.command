command   heatmap
summary   Show samples by second and fraction of a second
about     A column is a second, its rows are fractions of it: time runs down each column and on in the
about     next. Work that recurs every second makes a horizontal line, a stall a gap, a burst a dark
about     spot. The hottest cells are named with the --from and --to that select exactly their samples in
about     any command.
about
about     Where a recording has more seconds than the picture columns (300, or what the terminal has), a
about     column is several seconds and a cell longer by as much; the first line says so.
example   jfrtool heatmap rec.jfr
shows     Seconds from left to right, fractions of a second downwards
example   jfrtool heatmap --thread 'http-.*' rec.jfr -o heat.svg
shows     Some threads, as a picture
example   jfrtool heatmap rec.jfr -o report.html
shows     As a page: dragging over cells shows only their samples
example   jfrtool heatmap --rows 20 --json rec.jfr
shows     Cells of 50 ms, for a program
