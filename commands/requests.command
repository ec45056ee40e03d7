command   requests
summary   Show how long each endpoint, test or span took, and on what
about     Requests are events of a thread that have a duration: events of an application or a test
about     framework, or spans of a tracer. For each group of them (--by) it shows how many there were,
about     how long they took, and how much of that time their threads were on CPU, waited (for other
about     threads, or asleep), waited for a lock, did I/O, or were paused for GC. The unexplained rest
about     can be threads that were ready but not running, events below the recording's thresholds, or
about     too few samples.
about
about     Each moment counts once: as GC pause, otherwise as locked, otherwise as I/O, otherwise as
about     waiting. Time on CPU is the sum of the execution samples within a request (each its period),
about     so it is an estimate if there are few. jfrtool hot-methods --within shows what they ran.
next      "account" where the time of all threads went
example   jfrtool requests --within app.Request --by endpoint rec.jfr
shows     How long each endpoint took, and on what
example   jfrtool requests --within 'app.Request where duration > 1s' --by endpoint rec.jfr
shows     The slow ones of them
example   jfrtool requests rec.jfr
shows     By fields that are @Contextual
