command   mcp
summary   Answer language models about recordings (Model Context Protocol)
about     Speaks the Model Context Protocol on standard input and output, one message per line. A
about     client starts it and calls its tools: overview, hot_methods, each report, events, sql,
about     diff, and verify, which recomputes claimed figures.
about
about     It reads nothing outside the recordings and folders of the command line (symbolic links
about     are resolved first), and writes nothing. Answers have at most 20,000 bytes and end with
about     the next calls to make. Each call runs in a process of its own, for at most 60 seconds
about     and with at most 2 GB of memory, four at a time; a client can cancel a call and is told
about     its progress.
example   jfrtool mcp rec.jfr /data/recordings
shows     The command that a client starts; see docs/mcp.md
