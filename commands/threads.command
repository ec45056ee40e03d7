command   threads
summary   Show samples, CPU time and hot methods of threads and pools
about     A row is a pool: threads whose names differ only in numbers, worker-1 and worker-17 in
about     worker-*; --each shows single threads. Columns are samples, their value (bytes allocated,
about     time waited or on the CPU) if the event type has one, CPU time from jdk.ThreadCPULoad,
about     states, and the methods most often on top of the stack. Percentages of methods are of the
about     row's samples.
about
about     Threads with CPU time but no samples (compilers, the collector) are shown as well, unless a
about     filter selects some samples only. Virtual threads are marked; the carrier that one ran on is
about     not recorded.
next      "account" where the time of each pool went, and what it waited for
example   jfrtool threads rec.jfr
shows     Pools by their samples, with states and hottest methods
example   jfrtool threads --each --thread '^http-' rec.jfr
shows     Some threads one by one
example   jfrtool threads --event alloc rec.jfr
shows     Who allocates, and where
