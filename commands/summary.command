command   summary
summary   Show what is in a recording: JVM, machine, settings, events
about     Shows the format version, chunks, start and duration; the JVM and its arguments,
about     operating system, processor, memory and heap; why the recording was written, sampling
about     periods, and warnings; then the number and size of the events of each type.
example   jfrtool summary rec.jfr
shows     JVM, machine, settings, warnings and event counts
example   jfrtool summary --json rec.jfr | jq .events
shows     For programs
