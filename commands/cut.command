command   cut
summary   Write a time range as a recording of its own
about     Writes a new recording with the events that began at --from or later and before --to,
about     byte for byte, and the constants they refer to. Adjacent parts share no event and
about     together contain all of them. Chunks keep their start time, so times do not change.
about     Events that a JVM records once per chunk, such as its settings, are in the part that
about     covers the time when they were recorded.
example   jfrtool cut --from 10s --to 20s rec.jfr -o part.jfr
shows     Ten seconds
example   jfrtool cut --from -1m rec.jfr -o end.jfr
shows     The last minute
