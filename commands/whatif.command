command   whatif
summary   Find out by experiment what would be gained if a method were faster
about     Methods are made faster virtually: whenever one runs, all other threads are paused for a
about     quarter of its time. What is measured is whether more progress is made per unpaused time.
about
about     Hot methods show where time goes, not what would help: perhaps nobody waits for the
about     hottest. Threads are paused for at most 2 ms, in Java code only. Windows of experiments
about     are shuffled with others.
about
about     The control delays all threads without making any method faster: it must be near 0. If
about     it is not, or if more threads want to run than there are processors, the answer is not a
about     gain but the reason, and what to do. docs/whatif.md explains when not to trust the
about     result.
about
about     Ctrl-C ends it with the results so far. The program is up to a quarter slower meanwhile;
about     afterwards everything is as before. NAME=VALUE are options of the agent.
example   jfrtool whatif 4711 --progress Api.handle
shows     Experiments for a minute, with methods chosen automatically
example   jfrtool whatif 4711 -p Api.handle -m Parser.parse -m Cache.get -t 2m
shows     Experiments with two methods
example   jfrtool whatif 4711 -p Api.handle --keep exp.jfr --json
shows     JSON, and the recording to keep
example   jfrtool whatif exp.jfr -o gains.svg
shows     The gains, as a picture
example   jfrtool whatif before.jfr after.jfr
shows     Whether the gain of a method changed
