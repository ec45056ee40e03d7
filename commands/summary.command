command   summary
summary   Show what is in a recording: JVM, machine, settings, events
about     Format version, chunks, start and duration; then what one wants to know first: the JVM and its
about     arguments, operating system, processor, memory and heap, why the recording was written,
about     sampling periods, warnings; then how many events of each type there are and how many bytes they
about     take.
example   jfrtool summary rec.jfr
shows     JVM, machine, settings, warnings and event counts
example   jfrtool summary --json rec.jfr | jq .events
shows     For programs
