command   events
summary   Show events of any type, filtered or grouped by their fields
about     TYPE is a name, a pattern ('jdk.File*'), a short name (io) or a category.
about
about     Names may omit jdk. (GarbageCollection); short names are those of --event (io, lock,
about     alloc...); a category is 'Java Virtual Machine', for instance. An argument that names an
about     existing file or folder is a recording.
about
about     --where is a condition on fields: == != < <= > >=, ~ searches with a regular expression,
about     in (a, b), && || ! and parentheses; stackTrace has "regex" searches all frames.
about     Durations, sizes, percentages and times take their units: duration > 20ms, bytesRead >=
about     1.5MB, machineTotal > 80%, startTime >= 21:31. A missing value is equal only to null.
about     Put the condition in single quotes for the shell.
about
about     Rows are sorted by time within a chunk; chunks keep the order of the recording. Rows are
about     written as they are read. --sort keeps rows until everything is read; with --top, only
about     that many.
about
about     --by groups the events. Percentiles are values that occurred (nearest rank); for groups
about     of more than 4,096 values they are accurate to 0.4 %.
example   jfrtool events GarbageCollection rec.jfr
shows     All collections, with all their fields
example   jfrtool events SocketRead --where 'duration > 20ms && host ~ "db"' rec.jfr
shows     Slow reads from hosts with db in their name
example   jfrtool events ThreadPark --by parkedClass --show 'sum(duration)' rec.jfr
shows     What threads park for, and how long
example   jfrtool events JavaExceptionThrow --by stackTrace.topFrame rec.jfr
shows     Where exceptions are thrown
example   jfrtool events GCPhasePause --by 10s --show 'count,sum(duration)' rec.jfr
shows     GC pauses in steps of ten seconds
example   jfrtool events CPULoad --format ndjson rec.jfr | jq .machineTotal
shows     For programs
