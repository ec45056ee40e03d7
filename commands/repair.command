command   repair
summary   Recover what is readable from a damaged recording
about     Writes a recording that the JDK, JDK Mission Control and other tools can read: chunks
about     that were cut or never finished are closed; events of unknown types, and events whose
about     fields do not end where the event ends, are dropped; constants are kept as far as they
about     can be read; a chunk without metadata is read with that of another. A note says what was
about     dropped.
about
about     Several recordings, and the repository of a JVM that was killed, become one recording.
about     Recordings of JDK 7 and 8 (format 0.9) become recordings of format 2.1.
about
about     Exit code 0: a recording was written; 3: there was nothing to recover.
example   jfrtool repair cut.jfr -o new.jfr
shows     Closes the chunk that was cut, drops damaged events
example   jfrtool repair /tmp/2026_11_20_22_25_46_8091 -o rec.jfr
shows     Makes a recording of what a killed JVM left
example   jfrtool repair jdk8.jfr -o new.jfr
shows     Converts format 0.9 to a format that today's tools read
