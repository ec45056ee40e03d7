command   cut
summary   Write a time range as a recording of its own
about     The events that began from --from on and before --to, byte for byte, with the constants that
about     they refer to, in a new recording. Two parts that meet have no event in common, and together
about     all of them. Chunks keep their start, so that times stay what they are; what a JVM records once
about     a chunk, as its settings, is in the part where it was recorded.
example   jfrtool cut --from 10s --to 20s rec.jfr -o part.jfr
shows     Ten seconds
example   jfrtool cut --from -1m rec.jfr -o end.jfr
shows     The last minute
