command   crash
summary   Show why a JVM died, and what it did in its last minute
about     Takes the recording or repository of a JVM that is not there any more, its error log
about     (hs_err_pid*.log), its heap dump, what it wrote on its console, or a folder or archive with
about     all of that, joined by the process's id, and says why the JVM died, and what it did before.
about
about     The verdict is one of these. crashed: there is an error log, with the signal and the
about     problematic frame. out of memory: the log, the console or java_pid*.hprof says that memory,
about     native or the heap's, was exhausted. killed: the recording was never finished or is empty,
about     and there is no log. ended: the recording has the JVM's shutdown. unknown: it was finished,
about     but does not have it.
about
about     Of the thread that died: the native and the Java frames of the error log.
about
about     Of the last minute recorded: the collector's pauses, the heap at the last, the last stack of
about     each thread (of a sample, a wait, or the last thread dump), what was allocated most, hot
about     methods.
example   jfrtool crash build/
shows     What became of the JVM whose recording and error log lie there
example   jfrtool crash artifacts.zip
shows     The same from an archive
example   jfrtool crash --json 2026_11_20_22_25_46_8091 | jq -r .verdict
shows     For programs, of the repository that a JVM left
