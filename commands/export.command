command   export
summary   Write recordings in the formats of other programs
about     One command for what other programs open: the Firefox Profiler, speedscope, pprof, flame graph
about     tools, databases. The ending of -o FILE says the format, or --to does; .gz behind it packs.
about     docs/viewers.md says which viewer answers which question.
about
about     All options that choose samples work. Events that the formats show beside samples are chosen by
about     time, thread and frames, too. What --min-share leaves out is said on stderr, and so is a file
about     that its viewer cannot open.
about
about     csv and ndjson are events of the types of --event with all their fields, else all CPU samples.
example   jfrtool export rec.jfr -o rec.firefox.json.gz
shows     Samples, GC, locks, I/O, exceptions on one time line: open it at profiler.firefox.com
example   jfrtool export --event alloc rec.jfr -o alloc.speedscope.json
shows     Who allocates, for speedscope.app
example   jfrtool export --from 10s --to 20s --min-share 0.1 rec.jfr --to firefox -o part.json
shows     Ten seconds, without what is rare
example   jfrtool export --event 'jdk.Socket*' rec.jfr -o sockets.ndjson
shows     Events for a log store
