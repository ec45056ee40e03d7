command   file
summary   Inspect, check, repair, clean, cut, join or split recordings
about     Each part works on recordings as files; none analyses them.
example   jfrtool file info rec.jfr
shows     The JVM, the machine, the settings, and the number of events by type
example   jfrtool file scrub rec.jfr -o clean.jfr
shows     A recording without secrets, to pass on
example   jfrtool file cut --from 10s --to 20s rec.jfr -o part.jfr
shows     Ten seconds of it
