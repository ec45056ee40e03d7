command   events
summary   Show events of any type, filtered or grouped by their fields
about     TYPE is the name of an event type (jdk.GarbageCollection, or without jdk.), a pattern
about     ('jdk.File*'), a short name as --event takes it (io, lock, alloc...), or a category ('Java
about     Virtual Machine'). What is the name of a file or folder is a recording.
about
about     --where is a condition on fields: == != < <= > >=, ~ finds a regular expression, in (a, b), &&
about     || ! and brackets; a stack trace has "regex" in any of its frames. Durations, sizes,
about     percentages and times have their units: duration > 20ms, bytesRead >= 1.5MB, machineTotal >
about     80%, startTime >= 21:31. What is null is only equal to null. Single quotes around it keep the
about     shell away.
about
about     Rows come in the order of time within a chunk, chunks as the recording has them, and are
about     written as they are read. --sort keeps rows until all is read; with --top only so many.
about
about     --by makes groups instead. Percentiles are values that occurred (nearest rank); of more than
about     4,096 values in a group they are within 0.4 %.
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
