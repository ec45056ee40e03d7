command   print
summary   Print events with all their values, like the JDK's jfr print
about     Prints every event with every field, with names and constants resolved, chunk by chunk
about     and sorted by end time in each chunk: as text, JSON or XML, with the options and the
about     wording of `jfr print` of JDK 25, so that scripts made for it keep working. It writes as
about     it reads and needs little memory, whatever the size of the recording.
about
about     Times are in the time zone of the recording, or of --tz. It differs from `jfr print` in
about     this: control characters in names are escaped, each chunk's times use that chunk's own
about     clock, a value that a damaged recording has lost is null instead of an error that ends
about     the output, and --events that match nothing exit with 4.
example   jfrtool print --events CPULoad rec.jfr
shows     All values of all events of a type
example   jfrtool print --json --events 'jdk.File*' rec.jfr | jq '.recording.events[].values.path'
shows     For programs
example   jfrtool print --categories GC --from 10s --to 12s rec.jfr
shows     The parts of a collection
example   jfrtool print --events JavaExceptionThrow --stack-depth 64 --include 'Parser' rec.jfr
shows     Exceptions of some code, with their whole stacks
