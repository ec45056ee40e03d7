command   tui
summary   Explore a recording in the terminal
about     The time line is at the top: drag with the mouse, or mark with the arrow keys and [ and
about     ], to select a window. Below are tabs: findings, methods, callers, callees, flame graph,
about     threads, garbage collection, locks, I/O, events. Enter or a click opens what a row is
about     about; / searches, u undoes a filter, y copies the command that shows the same, ? lists
about     the keys, q quits.
example   jfrtool tui rec.jfr
shows     Time, methods, callers, flame graph, threads, GC, locks, I/O
example   jfrtool tui --event alloc rec.jfr
shows     The same for allocations
example   jfrtool tui before.jfr after.jfr
shows     Two recordings, with what changed in a tab
