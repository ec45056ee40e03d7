command   profile
summary   Write the aggregated samples as a small profile (pprof)
about     Writes the samples of the recordings in the format of pprof: each different stack and thread
about     once, with its number of samples and their value in nanoseconds or bytes. What it is of (event
about     type, sampling period, JVM, duration, losses) is in its comments. It is small enough to be
about     committed, equal recordings give equal bytes, and pprof, Pyroscope, Parca and speedscope open
about     it.
about
about     Every command that reads recordings reads these profiles as well, and profiles of pprof, Go
about     programs and async-profiler. They have no times, no thread states, no modules and no bytecode
about     indices; what needs these says so.
example   jfrtool profile rec.jfr -o base.pb.gz
shows     A baseline to keep: kilobytes, the same bytes each time
example   jfrtool profile --event alloc --by method rec.jfr > alloc.pb.gz
shows     Allocations, smaller still
example   jfrtool hot-methods base.pb.gz
shows     Profiles are read like recordings
