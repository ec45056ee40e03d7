command   overview
summary   Show what stands out, and which command shows more
about     The findings of all rules (jfrtool rules) about CPU, hot methods, GC, throttling, locks,
about     I/O, allocation, exceptions, safepoints, memory and lost data, the most severe first. Each
about     has its figure, the time when it was worst, and the command to run next. This is what
about     jfrtool rec.jfr does.
about
about     With --from and --to it also shows how the window differs from the rest of the recording by
about     more than chance: load, throttling, GC, locks, I/O, allocation, exceptions, safepoints,
about     memory, and hot methods.
about
about     For a folder or an archive with several recordings it shows which is worst: a line for each
about     with its first cause, and the causes that several of them share.
about
about     As HTML it is a page about the whole recording: every kind of samples as table, trees and
about     flame graph, a time line with everything else that happened, threads, and a tab for each of
about     gc, safepoints, locks, io, leaks, allocations, exceptions and jvm.
next      "account" where threads spent their time
next      "hot-methods" the methods that were sampled most
next      "whatif" what would be gained if a method were faster
next      "report -o jfr-report" a page for each of them
example   jfrtool overview rec.jfr
shows     What stands out, and the command that shows more of it
example   jfrtool rec.jfr
shows     The same
example   jfrtool overview rec.jfr -o page.html
shows     The whole recording as a page to explore, one file
example   jfrtool overview --within app.Request --by endpoint rec.jfr -o page.html
shows     The same, with the samples of each endpoint to choose
example   jfrtool overview --from 10:02 --to 10:05 rec.jfr
shows     In three minutes of it, and what is different in them from the rest
example   jfrtool overview recordings/
shows     A line for each recording, the worst first
example   jfrtool overview --json rec.jfr | jq '.findings[0].see'
shows     For programs
