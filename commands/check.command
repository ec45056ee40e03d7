command   check
summary   Check whether recordings are complete, and where they are damaged
about     Every byte is looked at: headers, metadata, the size and the fields of each event, each
about     constant, the chain of checkpoints, references to constants that are missing, times outside of
about     their chunk. A recording is whole if nothing of that is amiss; what a JVM itself left
about     unfinished is not. Each problem is said with its byte offset in the recording and where its
about     chunk begins, causes first: what is amiss only because the recording is cut comes last, in one
about     line. CSV and JSON have all, up to 1,000 of a kind and chunk. Threads whose samples claim more
about     CPU time than the JVM's own clocks say that they had are named.
about
about     Exit code 0: all are whole; 1: some are not; 3: nothing could be read. `jfrtool repair` saves
about     what can be saved.
example   jfrtool check rec.jfr
shows     Says what is damaged, and where
example   jfrtool check --json *.jfr | jq .whole
shows     For programs
example   jfrtool check rec.jfr || jfrtool repair rec.jfr -o new.jfr
shows     Saves what can be saved
