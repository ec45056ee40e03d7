command   hot-methods
summary   Show the hottest methods, by samples or by value
about     For each method, self counts the samples with the method on top of the stack, total those with
about     it anywhere on the stack (once per sample, however often it recurs). Percentages are of all
about     samples, including those without a stack. For allocations, locks and I/O (--event), and with
about     --measure value, the value of the samples comes first: bytes allocated, time waited, CPU time
about     (samples times their period).
about
about     With --by FIELD there is a table for each value of the field: of the events of --within that
about     samples lie in, or of the samples; percentages are of the samples of that value. Of several
about     events at a time the one that began last counts.
about
about     Uses jdk.ExecutionSample events if present, otherwise the first of jdk.CPUTimeSample,
about     profiler.WallClockSample, datadog.ExecutionSample, datadog.MethodSample and
about     jdk.NativeMethodSample that is present; --event chooses others. Event types are never mixed
about     unless requested.
next      "flame" the stacks below them, as a picture
example   jfrtool hot-methods rec.jfr
shows     The 30 methods most often on top of the stack
example   jfrtool hot-methods --sort total --top 10 rec.jfr
shows     Methods that most samples pass through
example   jfrtool hot-methods --event alloc rec.jfr
shows     Methods that allocate most bytes
example   jfrtool hot-methods --thread 'http-.*' --from -10s --json rec.jfr
shows     The last ten seconds of some threads, for a program
example   jfrtool hot-methods --within app.Request --by endpoint rec.jfr
shows     What each endpoint spends its time on
example   jfrtool hot-methods --recordings recordings/
shows     Is it all of them, or one? In how many each was seen
example   jfrtool hot-methods --by label:service --label-from 'service=(?<service>[^/]+)/' lake/
shows     Each service's methods beside each other; of merged profiles their labels are there
example   jfrtool hot-methods --outliers recordings/
shows     Which recordings are not like the others
