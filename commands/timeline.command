command   timeline
summary   Show samples over time, next to CPU load and GC pauses
about     Shows when samples were taken: all of them, and those of the hottest methods, threads or
about     thread states, in steps of equal length. Below, in the same steps, it shows the recorded
about     CPU load of machine, JVM and threads, a container's CPU use and throttling, and GC
about     pauses.
about
about     With --by FIELD each value of the field has a row: of the event of --within that the
about     thread was in, or of the samples.
about
about     At the end it prints the busiest window (wherever it begins; of equal ones the earliest)
about     with the --from and --to that select exactly its samples in any command.
about
about     Each row is scaled to its own highest step, which the column most shows. A CPU load
about     event covers the time since the previous one.
example   jfrtool timeline rec.jfr
shows     When the program was busy, and in which methods
example   jfrtool timeline --split thread --window 5s rec.jfr
shows     The same per thread, and the busiest five seconds
example   jfrtool timeline --event alloc --resolution 1s --format csv rec.jfr
shows     Allocations second by second, for a spreadsheet
example   jfrtool timeline --within app.Request --by endpoint rec.jfr
shows     When threads worked for each endpoint
