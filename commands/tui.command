command   tui
summary   Explore a recording in the terminal
about     Time is on top: drag with the mouse, or mark with the arrows and [ and ], to see a window of it
about     alone. Below are tabs: findings, methods, callers, callees, flame graph, threads, garbage
about     collection, locks, I/O, events. Enter or a click on a row goes where it leads; / searches, u
about     takes a filter back, y copies the command that shows the same, ? lists the keys, q leaves.
example   jfrtool tui rec.jfr
shows     Time, methods, callers, flame graph, threads, GC, locks, I/O
example   jfrtool tui --event alloc rec.jfr
shows     The same of allocations
example   jfrtool tui before.jfr after.jfr
shows     Two recordings, with what changed in a tab
