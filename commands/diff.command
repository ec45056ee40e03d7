command   diff
summary   Say what changed between two recordings by more than chance
about     First what happened each second (CPU, GC, waits, I/O, exceptions, requests of the program), and
about     which findings are new, larger or gone. Then the samples of either side by method (or as --by
about     says): the shares, base and new, the change in percentage points and the ratio. What chance
about     alone can do is marked ~, and the smallest change that so many samples could have shown is said.
about
about     Samples that follow each other in a thread are alike, so each second of a thread counts as one
about     draw. What differs from one run of a program to the next is only known from several recordings
about     a side: give the others with --base.
about
about     A share that grew does not say that anything takes longer: the rest may have shrunk. -o
about     FILE.svg draws a flame graph of both sides, -o FILE.html is a page of both: what changed, rates
about     over time, the reports of both side by side, the flame graph of what is more and less.
about
about     With --window both sides are of the same recordings: what was different in some seconds from
about     the rest, or from others (--against). With --within they are what threads did during some
about     events, and at other times or during other events (--against-within).
example   jfrtool diff before.jfr after.jfr
shows     What happens more or less often now, and which methods changed
example   jfrtool diff --base a1.jfr --base a2.jfr --base a3.jfr b1.jfr b2.jfr b3.jfr
shows     Three recordings a side: what differs from run to run is known
example   jfrtool diff before.jfr after.jfr -o diff.html
shows     Both as one page to explore
example   jfrtool diff before.jfr after.jfr -o diff.svg
shows     The same as a flame graph
example   jfrtool diff rec.jfr --window 20s..30s
shows     What is different in these ten seconds
example   jfrtool diff rec.jfr --within 'app.Request where duration > 1s' --against-within 'app.Request where duration < 1s'
shows     What slow requests do that fast ones do not
example   jfrtool diff --event alloc --by package before.jfr after.jfr
shows     Who allocates more bytes
