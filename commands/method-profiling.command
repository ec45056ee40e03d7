command   method-profiling
summary   Judge whether a method is worth optimising, and why
about     Applies the rule MethodProfiling of JDK Mission Control: in windows of 30 seconds, one
about     every 15 seconds, the hottest method's share of the samples that the JVM could have
about     taken at most (5 threads each period) becomes a score from 0 to 100. A score from 25 is
about     INFO, from 75 WARNING, below that OK; NA means it could not be judged. Frames of
about     java.lang and java.util on top of a stack are skipped: their time counts for their
about     callers.
about
about     The report continues with the hot methods, the callers and callees of the hottest, and
about     the recording's settings and machine. Known flaws of the rule are corrected unless
about     --jmc-compat is given; docs/cli.md lists them.
next      "hot-methods METHOD" the callers and callees of a method
example   jfrtool method-profiling rec.jfr
shows     The verdict, hot methods, their callers and callees
example   jfrtool method-profiling rec.jfr -o report.html
shows     A page to explore, in one file
example   jfrtool method-profiling --format md rec.jfr > comment.md
shows     For a pull request
example   jfrtool method-profiling --jmc-compat --json rec.jfr
shows     As JDK Mission Control judges it
