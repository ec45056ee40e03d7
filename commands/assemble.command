command   assemble
summary   Join several recordings, or a repository, into one recording
about     Writes the chunks of all inputs one after the other; those of a folder in the order of
about     its file names. Intact chunks keep their bytes. Of a chunk that is unfinished, cut or
about     damaged, what can be read is written as a finished chunk, so that the JDK's jfr and
about     other tools can read the result. A chunk that occurs more than once is written once,
about     unless --keep-duplicates is given.
example   jfrtool assemble repository/ -o rec.jfr
shows     Turns what a killed JVM left behind into a recording
example   jfrtool assemble a.jfr b.jfr c.jfr.gz -o all.jfr
shows     Joins several recordings
