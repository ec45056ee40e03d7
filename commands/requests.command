command   requests
summary   Show how long each endpoint, test or span took, and on what
about     Requests are events of a thread that have a duration: events of an application, of a test
about     framework, spans of a tracer. For each group of them (--by) how many there were, how long they
about     took, and what of that their threads were on CPU, waited (for what other threads do, or
about     asleep), waited for a lock, read or wrote, or paused for GC. What nothing explains remains:
about     ready to run but not run, events below the thresholds of the recording, too few samples.
about
about     A moment counts once: as GC pause, else as locked, else I/O, else waiting. On CPU is what the
about     execution samples in a request add up to (each its period), so with few samples it is an
about     estimate. jfrtool hot-methods --within shows what they ran.
next      "account" where the time of all threads went
example   jfrtool requests --within app.Request --by endpoint rec.jfr
shows     How long each endpoint took, and on what
example   jfrtool requests --within 'app.Request where duration > 1s' --by endpoint rec.jfr
shows     The slow ones of them
example   jfrtool requests rec.jfr
shows     By fields that are @Contextual
