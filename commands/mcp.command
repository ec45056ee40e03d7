command   mcp
summary   Answer language models about recordings (Model Context Protocol)
about     Speaks the Model Context Protocol on standard input and output, a message a line. A client
about     starts it and calls its tools: overview, hot_methods, each report, events, sql, diff, and
about     verify, which computes again what is claimed.
about
about     Only the recordings and folders of the command line are read, links resolved, and nothing is
about     written. Answers have at most 20,000 bytes and end with what to call next. Each call runs in a
about     process of its own, for 60 seconds and in 2 GB of memory at most, four at a time; a client can
about     cancel it and hear how far it is.
example   jfrtool mcp rec.jfr /data/recordings
shows     What a client starts, see docs/mcp.md
