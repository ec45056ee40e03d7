command   file
summary   Inspect, check, repair, clean, cut, join or split recordings
about     What is done to recordings as files, a part each.
example   jfrtool file info rec.jfr
shows     The JVM, the machine, the settings, and how many events of what
example   jfrtool file scrub rec.jfr -o clean.jfr
shows     A recording that may leave the house
example   jfrtool file cut --from 10s --to 20s rec.jfr -o part.jfr
shows     Ten seconds of it
