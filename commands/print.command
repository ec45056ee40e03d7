command   print
summary   Print events with all their values, like the JDK's jfr print
about     Every event with every field, names and constants looked up, in the order of chunks and in each
about     by the events' end: text, JSON or XML, with the options and in the words of `jfr print` of JDK
about     25, so that scripts made for it go on working. It writes as it reads and needs little memory,
about     whatever the size of the recording.
about
about     Times are in the zone of the recording, or of --tz. Different from `jfr print`, the text
about     escapes control characters in names, times of each chunk are its own, what a damaged recording
about     has lost is null instead of an end, and --events that fit nothing end with exit code 4.
example   jfrtool print --events CPULoad rec.jfr
shows     All values of all events of a type
example   jfrtool print --json --events 'jdk.File*' rec.jfr | jq '.recording.events[].values.path'
shows     For programs
example   jfrtool print --categories GC --from 10s --to 12s rec.jfr
shows     What a collection consisted of
example   jfrtool print --events JavaExceptionThrow --stack-depth 64 --include 'Parser' rec.jfr
shows     Exceptions with their whole stacks, of some code
