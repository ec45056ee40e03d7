command   threads
summary   Show samples, CPU time and hot methods of threads and pools
about     A row is a pool: threads whose names differ in numbers only, worker-1 and worker-17 in
about     worker-*; --each shows single threads. Columns are samples, their value (bytes allocated, time
about     waited or on the CPU) where the event type has one, CPU time by jdk.ThreadCPULoad, states, and
about     the methods that most of the row's samples have on top of the stack. Percentages of methods are
about     of the row's samples.
about
about     Threads with CPU time but no sample (compilers, the collector) are shown, too, unless a filter
about     selects some samples only. Virtual threads are marked; which carrier one ran on is not
about     recorded.
next      "account" where the time of each pool went, and what it waited for
example   jfrtool threads rec.jfr
shows     Pools by their samples, with states and hottest methods
example   jfrtool threads --each --thread '^http-' rec.jfr
shows     Some threads one by one
example   jfrtool threads --event alloc rec.jfr
shows     Who allocates, and where
