command   flame
summary   Draw a flame graph as an SVG file or an HTML page
about     Writes one self-contained SVG file: open it in a browser, click a frame to zoom, search with
about     a regular expression, point at a frame for its numbers. Without JavaScript it is still a
about     readable picture. The width of a frame is its number of samples or, with --measure value,
about     their bytes or time.
about
about     Frames narrower than --min-width are left out, and more of them if the file would exceed 2
about     MB; a note on standard error says how much.
about
about     With --html it writes an interactive page instead, also one self-contained file, with all
about     samples: a table of hot methods, callers and callees of the selected one, the flame graph,
about     time as chart or heat map, threads. A selection in one of them filters or marks the others,
about     and the address keeps it. --min-width has no effect there.
example   jfrtool flame rec.jfr > flame.svg
shows     Open flame.svg in a browser
example   jfrtool flame --reverse --icicle rec.jfr -o callers.svg
shows     The callers of what is hot, below it
example   jfrtool flame --event alloc rec.jfr -o bytes.svg
shows     The stacks that allocate most bytes
example   jfrtool flame --within app.Request --by endpoint rec.jfr -o endpoints.svg
shows     What each endpoint does, side by side
example   jfrtool flame rec.jfr -o report.html
shows     An interactive page, one file, to explore and pass on
