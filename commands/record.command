command   record
summary   Make a recording in a running JVM
about     Loads the recording agent into a running JVM, and ends the recording after the given
about     time, at Ctrl-C, or when --stop is given from elsewhere.
about
about     If the JVM ends first, the recording contains all but the last second. If this program
about     is killed or its terminal is closed, the recording ends as well, and the file is
about     complete; with --engine jfr and without a duration the recording continues until --stop.
about     --detach leaves it running: it ends after the duration, by --stop, or with the JVM.
about     --status and --dump work on a running recording, whoever started it.
about
about     Name the JVM by its process id or by a part of its main class or arguments. It must
about     belong to the same user, unless you are root. JVMs in containers can be recorded, too.
about
about     NAME=VALUE are options of the agent, as after -agentpath:libjfragent.so=; with --engine
about     jfr they are options of the JVM's command JFR.start.
example   jfrtool record -d 30s -o rec.jfr 4711
shows     Half a minute of process 4711
example   jfrtool record -d 30s -o flame.svg 4711
shows     The same as a flame graph, without keeping the recording
example   jfrtool record OrderService
shows     The JVM with that name in its main class, until Ctrl-C
example   jfrtool record -d 1m interval=5ms wall=50ms OrderService
shows     With options of the agent
example   jfrtool record --detach -o rec-%t.jfr every=10m keep=6 4711
shows     A new file every ten minutes; the last six are kept
example   jfrtool record --jfr profile -d 1m 4711
shows     With more of the JVM's own events in the file
example   jfrtool record --engine jfr -d 1m settings=profile 4711
shows     With the JVM's own recorder
example   jfrtool record --status 4711
shows     Its start, samples and losses
example   jfrtool record --dump -o now.jfr 4711
shows     What was recorded so far; the recording continues
example   jfrtool record --stop 4711
shows     Ends a recording that was started elsewhere
