command   check
summary   Check whether recordings are complete, and where they are damaged
about     Checks every byte: headers, metadata, the size and the fields of each event, each
about     constant, the chain of checkpoints, references to missing constants, and times outside
about     their chunk. A recording is whole if none of this is wrong; one that its JVM left
about     unfinished is not whole. Each problem is printed with its byte offset in the recording
about     and the offset of its chunk, causes first. Problems that exist only because the
about     recording was cut come last, in one line. CSV and JSON list all problems, up to 1,000 of
about     a kind per chunk. Threads are named if their samples claim more CPU time than the JVM's
about     own clocks allow.
about
about     Exit code 0: all recordings are whole; 1: some are not; 3: nothing could be read.
about     `jfrtool file repair` recovers what is readable.
next      "file repair -o whole.jfr" writes what can be read as a whole recording
example   jfrtool check rec.jfr
shows     What is damaged, and where
example   jfrtool check --json *.jfr | jq .whole
shows     For programs
example   jfrtool check rec.jfr || jfrtool repair rec.jfr -o new.jfr
shows     Recovers what is readable
