command   assemble
summary   Join several recordings, or a repository, into one recording
about     The chunks of all inputs, one after the other: those of a folder in the order of the names of
about     its files. Chunks that are whole keep their bytes. Of a chunk that its JVM did not finish, or
about     that was cut or damaged, what can be read is written as a finished chunk, so that the JDK's jfr
about     and others read the result. Chunks that are there more than once count once, unless
about     --keep-duplicates is given.
example   jfrtool assemble repository/ -o rec.jfr
shows     What a killed JVM left behind, as a recording
example   jfrtool assemble a.jfr b.jfr c.jfr.gz -o all.jfr
shows     Several recordings as one
