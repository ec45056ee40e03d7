command   flame
summary   Draw a flame graph as an SVG file or an HTML page
about     Writes one SVG file that needs nothing else: open it in a browser, click a frame to zoom,
about     search with a regular expression, point at a frame for its numbers. Without JavaScript it is
about     still a readable picture. A frame is as wide as it has samples; with --measure value as their
about     bytes or time.
about
about     Frames narrower than --min-width are left out, more of them if the file would exceed 2 MB; how
about     much that is, is said on stderr.
about
about     With --html it is a page instead, also one file that needs nothing else, with all samples in
about     it: a table of hot methods, callers and callees of the selected one, the flame graph, time as
about     chart or heat map, threads. Choosing in one of them restricts or marks the others; the address
about     keeps what was chosen. --min-width is of no use there.
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
