command   hot-methods
summary   Show the hottest methods, by samples or by value
about     For each method, self counts the samples with the method on top of the stack, total
about     those with it anywhere on the stack (once per sample, however often it recurs).
about     Percentages are of all samples, including those without a stack. For allocations, locks
about     and I/O (--event), and with --measure value, the value of the samples comes first: bytes
about     allocated, time waited, CPU time (samples times their period).
about
about     With --by FIELD there is a table for each value of the field: a field of the events of
about     --within that contain the samples, or of the samples themselves; percentages are of the
about     samples with that value. If a thread is in several events at once, the one that began
about     last counts.
about
about     Uses jdk.ExecutionSample events if present, otherwise the first of jdk.CPUTimeSample,
about     profiler.WallClockSample, datadog.ExecutionSample, datadog.MethodSample and
about     jdk.NativeMethodSample that is present; --event chooses others. Event types are never
about     mixed unless requested.
next      "flame" the stacks below them, as a picture
example   jfrtool hot-methods rec.jfr
shows     The 30 methods most often on top of the stack
example   jfrtool hot-methods --sort total --top 10 rec.jfr
shows     The ten methods with the most samples anywhere on the stack
example   jfrtool hot-methods --event alloc rec.jfr
shows     Methods that allocate the most bytes
example   jfrtool hot-methods --thread 'http-.*' --from -10s --json rec.jfr
shows     The last ten seconds of some threads, for a program
example   jfrtool hot-methods --within app.Request --by endpoint rec.jfr
shows     What each endpoint spends its time on
example   jfrtool hot-methods --recordings recordings/
shows     How many of the recordings have each method
example   jfrtool hot-methods --by label:service --label-from 'service=(?<service>[^/]+)/' lake/
shows     The methods of each service side by side; merged profiles have these labels, too
example   jfrtool hot-methods --outliers recordings/
shows     Which recordings differ from the others
