command   top
summary   Show what a running JVM is doing, live
about     The methods that most samples of the last ten seconds were taken in, threads by their CPU time,
about     how much of the time went to pauses of the collector, how much was allocated, and what threads
about     waited for, refreshed each second. `p` pauses, `w` writes all that was seen as a recording into
about     this folder, `f` as a flame graph, `q` leaves.
about
about     The agent is loaded into the JVM, or with --engine jfr its own recorder is started, which needs
about     no agent; both end with this command. FOLDER is the repository of a recorder that runs already,
about     or one that was left behind, RECORDING a file that somebody writes.
about
about     The JVM is named as for record, and NAME=VALUE are options of the agent or of the JVM's command
about     JFR.start. If it ends, that is said, and the exit code is 0; 2 if it cannot be looked into;
about     with --once 4 if there is nothing to show.
example   jfrtool top 4711
shows     Process 4711, as it is now, until q is pressed
example   jfrtool top --engine jfr OrderService
shows     By the JVM's own recorder, without an agent
example   jfrtool top /tmp/2026_11_23_10_02_33_4711
shows     What a recorder writes that runs already
example   jfrtool top --once --json 4711 | jq .methods[0].method
shows     One picture, for a program
