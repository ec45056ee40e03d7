command   hot-methods
summary   Show the hottest methods, by samples or by value
about     Self counts the samples with the method on top of the stack, total those with it
about     anywhere on the stack. Percentages are of all samples.
about
about     A method that recurs in a stack counts once per sample. Samples without a stack are part
about     of the percentages. For allocations, locks and I/O (--event), and with --measure value,
about     the value of the samples comes first: bytes allocated, time waited, CPU time (samples
about     times their period).
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
