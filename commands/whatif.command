command   whatif
summary   Find out by experiment what would be gained if a method were faster
about     Hot methods say where time goes, not what would help: nobody may wait for the hottest. So
about     methods are made faster virtually: whenever one runs, all other threads are paused for a
about     quarter of its time (2 ms at most, in Java code only), and whether progress grows, beside time
about     without the pauses, is measured in windows that are shuffled with others.
about
about     The control shows what delays change that are worth nothing to anybody: it must be near 0.
about     Where it is not, or where more threads want processors than there are, there is no answer but
about     why not, and what to do. docs/whatif.md says when not to believe it.
about
about     Ctrl-C ends it with what there is. The program is up to a quarter slower meanwhile; afterwards
about     all is as it was before. NAME=VALUE are options of the agent.
example   jfrtool whatif 4711 --progress Api.handle
shows     Experiments for a minute, methods by themselves
example   jfrtool whatif 4711 -p Api.handle -m Parser.parse -m Cache.get -t 2m
shows     Of two methods
example   jfrtool whatif 4711 -p Api.handle --keep exp.jfr --json
shows     For a program, and to keep
example   jfrtool whatif exp.jfr -o gains.svg
shows     What was found out
example   jfrtool whatif before.jfr after.jfr
shows     Whether a method's gain is another one now
