command   requests
summary   Show how long each endpoint, test or span took, and on what
about     Requests are events with a thread and a duration: events of an application or a test
about     framework, or spans of a tracer. For each group of them (--by) it shows how many there
about     were, how long they took, and how much of that time their threads were on CPU, waited
about     (for other threads, or asleep), waited for a lock, did I/O, or were paused for GC. The
about     unexplained rest can be threads that were ready but not running, events below the
about     recording's thresholds, or too few samples.
about
about     Each moment counts once: as GC pause, otherwise as lock wait, otherwise as I/O,
about     otherwise as waiting. Time on CPU is the sum of the execution samples within a request
about     (each its period), so it is an estimate if there are few. jfrtool hot-methods --within
about     shows what they ran.
next      "locks" which locks, and what those that held them did
next      "io" which hosts and files
next      "gc" what the pauses were for
next      "account" where the time of all threads went
example   jfrtool requests --within app.Request --by endpoint rec.jfr
shows     How long each endpoint took, and on what
example   jfrtool requests --within 'app.Request where duration > 1s' rec.jfr
shows     Only the slow ones
example   jfrtool requests rec.jfr
shows     The program's own requests, found automatically
