command   overview
summary   Show what stands out, and which command shows more
about     Shows the findings of all rules (jfrtool overview --all) about CPU, hot methods, GC,
about     throttling, locks, I/O, allocation, exceptions, safepoints, memory and lost data, the
about     most severe first. Each has its figure, the time when it was worst, and the command to
about     run next. jfrtool rec.jfr does the same.
about
about     With --from and --to it also shows how the window differs from the rest of the recording
about     by more than chance: load, throttling, GC, locks, I/O, allocation, exceptions,
about     safepoints, memory, and hot methods.
about
about     For a folder or an archive with several recordings it shows one line for each, the worst
about     first, with its first cause, and then the causes that several of them share.
about
about     As HTML it is a page about the whole recording: every kind of samples as a table, trees
about     and a flame graph, a time line with everything else that happened, threads, and a tab
about     for each of gc, safepoints, locks, io, leaks, allocations, exceptions and jvm.
next      "account" where threads spent their time
next      "hot-methods" the methods that were sampled most
next      "whatif" what would be gained if a method were faster
next      "report -o jfr-report" a page for each of them
example   jfrtool overview rec.jfr
shows     What stands out, and the command that shows more of it
example   jfrtool rec.jfr
shows     The same
example   jfrtool overview rec.jfr -o page.html
shows     The whole recording as a page to explore, in one file
example   jfrtool overview --within app.Request --by endpoint rec.jfr -o page.html
shows     The same, with a choice of the samples of each endpoint
example   jfrtool overview --from 10:02 --to 10:05 rec.jfr
shows     Three minutes of it, and how they differ from the rest
example   jfrtool overview recordings/
shows     A line for each recording, the worst first
example   jfrtool overview --json rec.jfr | jq '.findings[0].see'
shows     For programs
