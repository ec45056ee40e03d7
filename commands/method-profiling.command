command   method-profiling
summary   Judge whether a method is worth optimising, and why
about     The rule MethodProfiling of JDK Mission Control: in windows of 30 seconds, one every 15, the
about     hottest method's share of the samples that the JVM could have taken at most (5 threads each
about     period) becomes a score from 0 to 100. From 25 on it is INFO, from 75 on WARNING, below OK; NA
about     if it cannot be judged. Frames of java.lang and java.util on top of a stack are passed over:
about     their time is their callers'.
about
about     Then the hot methods, the callers and callees of the hottest, and what the recording says of
about     itself. Without --jmc-compat the rule's oddities are put right; docs/cli.md says which.
next      "hot-methods METHOD" the callers and callees of a method
example   jfrtool method-profiling rec.jfr
shows     The verdict, hot methods, their callers and callees
example   jfrtool method-profiling rec.jfr -o report.html
shows     As a page to explore, one file
example   jfrtool method-profiling --format md rec.jfr > comment.md
shows     For a pull request
example   jfrtool method-profiling --jmc-compat --json rec.jfr
shows     As JDK Mission Control judges it
