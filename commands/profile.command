command   profile
summary   Write the aggregated samples as a small profile (pprof)
about     Writes the samples of the recordings in the format of pprof: each distinct stack and
about     thread once, with its number of samples and their value in nanoseconds or bytes.
about     Comments in the profile describe its source (event type, sampling period, JVM, duration,
about     losses). It is small enough to commit, equal recordings give equal bytes, and pprof,
about     Pyroscope, Parca and speedscope open it.
about
about     Every command that reads recordings also reads these profiles, and those of pprof, Go
about     programs and async-profiler. Profiles have no times, thread states, modules or bytecode
about     indices; commands that need these say so.
example   jfrtool profile rec.jfr -o base.pb.gz
shows     A baseline to keep: a few kilobytes, the same bytes each time
example   jfrtool profile --event alloc --by method rec.jfr > alloc.pb.gz
shows     Allocations by method: smaller still
example   jfrtool hot-methods base.pb.gz
shows     Profiles are read like recordings
