command   events
summary   Show events of any type, filtered or grouped by their fields
about     TYPE is the name of an event type (jdk.GarbageCollection, or without jdk.), a pattern
about     ('jdk.File*'), a short name as in --event (io, lock, alloc...), or a category ('Java Virtual
about     Machine'). The name of an existing file or folder is a recording.
about
about     --where is a condition on fields: == != < <= > >=, ~ finds a regular expression, in (a, b),
about     && || ! and parentheses; stackTrace has "regex" searches all frames. Durations, sizes,
about     percentages and times take their units: duration > 20ms, bytesRead >= 1.5MB, machineTotal >
about     80%, startTime >= 21:31. A missing value is only equal to null. Put the condition in single
about     quotes for the shell.
about
about     Rows are in order of time within a chunk, chunks in the order of the recording, and are
about     written as they are read. --sort keeps rows until everything is read; with --top only that
about     many.
about
about     --by makes groups instead. Percentiles are values that occurred (nearest rank); for more
about     than 4,096 values in a group they are accurate to 0.4 %.
example   jfrtool events GarbageCollection rec.jfr
shows     All collections, with all their fields
example   jfrtool events 'jdk.Socket*' --where 'duration > 20ms && host ~ "db"' --fields startTime,duration,host,port rec.jfr
shows     Slow socket reads and writes, a line each
example   jfrtool events JavaMonitorEnter --by monitorClass --show 'count,sum(duration),p99,max' rec.jfr
shows     Which monitors are waited for, and how long
example   jfrtool events JavaExceptionThrow --by stackTrace.topFrame rec.jfr
shows     Where exceptions are thrown
example   jfrtool events GCPhasePause --by 10s --show 'count,sum(duration)' rec.jfr
shows     GC pauses in steps of ten seconds
example   jfrtool events CPULoad --format ndjson rec.jfr | jq .machineTotal
shows     For programs
