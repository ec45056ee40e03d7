command   record
summary   Make a recording in a running JVM
about     Loads the recording agent into a JVM that is running, and ends the recording after the time
about     given, at Ctrl-C, or when --stop is given from elsewhere.
about
about     If the JVM ends before, the recording holds what was written until then: all but the last
about     second. If this program is killed or its terminal goes away, the recording ends as well, and the
about     file is complete; with --engine jfr and without a duration the recording continues until --stop.
about     --detach leaves it running: it ends after the duration, by --stop, or with the JVM. --status and
about     --dump ask a recording that is running, whoever started it.
about
about     The JVM is named by its process number or by a part of its main class or arguments. It must
about     belong to the same user, or this must be root. Those in containers are reached too.
about
about     NAME=VALUE are options of the agent, as after -agentpath:libjfragent.so=; with --engine jfr
about     they are options of the JVM's command JFR.start.
example   jfrtool record -d 30s -o rec.jfr 4711
shows     Half a minute of process 4711
example   jfrtool record -d 30s -o flame.svg 4711
shows     The same as a flame graph, without the recording
example   jfrtool record OrderService
shows     The JVM with that in its main class, until Ctrl-C
example   jfrtool record -d 1m interval=5ms wall=50ms OrderService
shows     With options of the agent
example   jfrtool record --detach -o rec-%t.jfr every=10m keep=6 4711
shows     A file each ten minutes, of which six stay
example   jfrtool record --jfr profile -d 1m 4711
shows     With more of the JVM's own events in the file
example   jfrtool record --engine jfr -d 1m settings=profile 4711
shows     By the JVM's own recorder
example   jfrtool record --status 4711
shows     Since when it records, samples, losses
example   jfrtool record --dump -o now.jfr 4711
shows     What there is so far; the recording continues
example   jfrtool record --stop 4711
shows     End a recording that was started elsewhere
