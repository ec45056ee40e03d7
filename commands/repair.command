command   repair
summary   Recover what is readable from a damaged recording
about     Writes a recording that the JDK, JDK Mission Control and other readers take: chunks that were
about     cut or never finished are closed, events whose fields do not end with them and those of no
about     known type are dropped, constants are kept as far as they can be read, a chunk without metadata
about     is read with that of another. What was dropped is said.
about
about     Several recordings, and the repository of a JVM that was killed, become one. Recordings of JDK
about     7 and 8 (format 0.9) become ones of format 2.1.
about
about     Exit code 0: a recording was written; 3: there was nothing to save.
example   jfrtool repair cut.jfr -o new.jfr
shows     Closes a chunk that was cut, drops damaged events
example   jfrtool repair /tmp/2026_11_20_22_25_46_8091 -o rec.jfr
shows     Makes a recording of what a killed JVM left
example   jfrtool repair jdk8.jfr -o new.jfr
shows     Of format 0.9: one that today's tools read
