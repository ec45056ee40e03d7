command   threads
summary   Show samples, CPU time and hot methods of threads and pools
about     A row is a pool: threads whose names differ only in numbers, so worker-1 and worker-17
about     are in worker-*; --each shows single threads. Columns are samples, their value (bytes
about     allocated, time waited or on the CPU) if the event type has one, CPU time from
about     jdk.ThreadCPULoad, states, and the methods most often on top of the stack. Percentages
about     of methods are of the row's samples.
about
about     Threads with CPU time but no samples (compilers, the collector) are shown as well,
about     unless a filter selects only some samples. Virtual threads are marked; recordings do not
about     say which carrier thread ran them.
next      "account --all" where the time of each pool and thread went, and what it waited for
example   jfrtool threads rec.jfr
shows     Pools by samples, with states and hottest methods
example   jfrtool threads --each --thread '^http-' rec.jfr
shows     Some threads one by one
example   jfrtool threads --event alloc rec.jfr
shows     Who allocates, and where
