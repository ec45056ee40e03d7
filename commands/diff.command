command   diff
summary   Show what changed between two recordings by more than chance
about     Compares what happens per second, the findings, and the samples by method (or --by).
about     Changes that can be chance are marked ~.
about
about     Rates come first (CPU, GC, waits, I/O, exceptions, requests of the program), then which
about     findings are new, larger or gone, then the samples of both sides: the shares of base and
about     new, the change in percentage points and the ratio, and the smallest change that these
about     samples could have shown.
about
about     Consecutive samples of a thread are alike, so each second of a thread counts as one draw.
about     How much runs of the same program differ is only known from several recordings a side: add
about     the others with --base.
about
about     A larger share does not mean that something takes longer: the rest may have shrunk. -o
about     FILE.svg draws a flame graph of both sides; -o FILE.html is a page of both: what changed,
about     rates over time, the reports of both side by side, and the flame graph of the differences.
about
about     With --window both sides are from the same recordings: some seconds compared with the rest,
about     or with others (--against). With --within they are what threads did during some events,
about     compared with other times or other events (--against-within).
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
