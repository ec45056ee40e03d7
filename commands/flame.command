command   flame
summary   Draw a flame graph as an SVG file or an HTML page
about     Writes one self-contained SVG file: open it in a browser, click a frame to zoom, search
about     with a regular expression, point at a frame for its numbers. Without JavaScript it is
about     still a readable picture. The width of a frame is its number of samples or, with
about     --measure value, their bytes or time.
about
about     Frames narrower than --min-width are left out, and more of them if the file would exceed
about     2 MB; a note on standard error says how much.
about
about     With --html it writes an interactive page instead, also one self-contained file, with
about     all samples: a table of hot methods, callers and callees of the selected method, the
about     flame graph, time as a chart or heat map, and threads. A selection in one of them
about     filters or highlights the others, and the page's address keeps it. --min-width has no
about     effect there.
example   jfrtool flame rec.jfr > flame.svg
shows     Open flame.svg in a browser
example   jfrtool flame --reverse --icicle rec.jfr -o callers.svg
shows     Hot methods on top, their callers below
example   jfrtool flame --event alloc rec.jfr -o bytes.svg
shows     The stacks that allocate the most bytes
example   jfrtool flame --within app.Request --by endpoint rec.jfr -o endpoints.svg
shows     What each endpoint does, side by side
example   jfrtool flame rec.jfr -o report.html
shows     An interactive page in one file, to explore and pass on
