command   timeline
summary   Show samples over time, next to CPU load and GC pauses
about     Draws when samples were taken: all of them, and the samples of the hottest methods, threads or
about     thread states, in steps of one length. Below, in the same steps, what the recording says of the
about     CPU load of machine, JVM and threads, of a container's CPU use and throttling, and of GC
about     pauses.
about
about     With --by and a field each value has a row: of the event of --within that the thread was in, or
about     of the samples.
about
about     At the end it names the busiest window (wherever it begins, steps do not matter; of equal ones
about     the earliest) with the --from and --to that select exactly its samples in any command.
about
about     Each row is as high as its own highest step, which stands before it as most. What an event of
about     CPU load says holds for the time since the event before.
example   jfrtool timeline rec.jfr
shows     When the program was busy, and in which methods
example   jfrtool timeline --split thread --window 5s rec.jfr
shows     The same per thread, and the busiest five seconds
example   jfrtool timeline --event alloc --resolution 1s --format csv rec.jfr
shows     Allocations second by second, for a spreadsheet
example   jfrtool timeline --within app.Request --by endpoint rec.jfr
shows     When the threads worked for each endpoint
