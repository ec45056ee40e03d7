command   export
summary   Write recordings in the formats of other programs
about     Writes what other programs open: the Firefox Profiler, speedscope, pprof, flame graph
about     tools, databases. The ending of -o FILE chooses the format, or --to does; a further .gz
about     compresses it. docs/viewers.md lists which viewer answers which question.
about
about     All options that choose samples work. Events that a format has besides samples are
about     filtered by time, thread and frames, too. A note on standard error says what --min-share
about     leaves out, and whether a file is too large for its viewer.
about
about     csv and ndjson contain the events of the types of --event with all their fields; without
about     --event, all CPU samples.
example   jfrtool export rec.jfr -o rec.firefox.json.gz
shows     Samples, GC, locks, I/O and exceptions on one time line: open it at profiler.firefox.com
example   jfrtool export --event alloc rec.jfr -o alloc.speedscope.json
shows     Who allocates, for speedscope.app
example   jfrtool export --from 10s --to 20s rec.jfr --to firefox -o part.json
shows     Ten seconds of it
example   jfrtool export --event 'jdk.Socket*' rec.jfr -o sockets.ndjson
shows     Events for a log store
