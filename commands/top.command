command   top
summary   Show what a running JVM is doing, live
about     Shows the methods with the most samples in the last ten seconds, threads by CPU time,
about     the share of time in GC pauses, the allocation rate, and what threads waited for,
about     refreshed every second. `p` pauses, `w` writes everything seen so far as a recording to
about     the current folder, `f` writes a flame graph, `q` quits.
about
about     Loads the agent into the JVM or, with --engine jfr, starts the JVM's own recorder, which
about     needs no agent; both end with this command. FOLDER is the repository of a recorder that
about     is already running, or one that was left behind; RECORDING is a file that another
about     process is writing.
about
about     Name the JVM as for record. NAME=VALUE are options of the agent or of the JVM's command
about     JFR.start. If the JVM ends, top says so and exits with 0. Exit code 2: the JVM cannot be
about     attached to; with --once, 4: there is nothing to show.
example   jfrtool top 4711
shows     Process 4711, live, until q is pressed
example   jfrtool top --engine jfr OrderService
shows     With the JVM's own recorder, without an agent
example   jfrtool top /tmp/2026_11_23_10_02_33_4711
shows     A recorder that is already running
example   jfrtool top --once --json 4711 | jq .methods[0].method
shows     One snapshot, for a program
