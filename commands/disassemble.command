command   disassemble
summary   Split a recording into files of a few chunks each
about     Writes NAME_0.jfr, NAME_1.jfr and so on to the folder of -o (or the current folder),
about     each a recording of a few chunks. The chunks are not changed: joined in order, the files
about     are the original, byte for byte. Existing files are not overwritten.
example   jfrtool disassemble rec.jfr -o parts/
shows     rec_0.jfr, rec_1.jfr..., five chunks each
example   jfrtool disassemble --max-size 50MB rec.jfr -o parts/
shows     Files of at most 50 MB
