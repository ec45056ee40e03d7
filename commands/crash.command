command   crash
summary   Show why a JVM died, and what it did in its last minute
about     Reads what a dead JVM left: its recording or repository, its error log
about     (hs_err_pid*.log), its heap dump, its console output, or a folder or archive with all of
about     them, matched by process id. Says why the JVM died, and what it did before. Of several
about     JVMs it takes the one that died last, and lists the others; --pid chooses another.
about
about     The verdict is one of these. crashed: there is an error log, with the signal and the
about     problematic frame. out of memory: the error log, the console output or a java_pid*.hprof
about     shows that native memory or the heap was exhausted. killed: the recording is unfinished
about     or empty, and there is no error log. ended: the recording contains the JVM's shutdown.
about     unknown: the recording is finished but contains no shutdown.
about
about     For the thread that died: the native and Java frames of the error log.
about
about     For the last recorded minute: GC pauses, the last heap sizes, the last stack of each
about     thread (from a sample, a wait, or the last thread dump), the largest allocations, and
about     hot methods.
next      "overview" what the recording says
next      "memory --leaks" what was left in the heap
example   jfrtool crash build/
shows     Why the JVM died whose recording and error log are there
example   jfrtool crash artifacts.zip
shows     The same from an archive
example   jfrtool crash --json 2026_11_20_22_25_46_8091 | jq -r .verdict
shows     For programs: the repository that a JVM left
