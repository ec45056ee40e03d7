command   disassemble
summary   Split a recording into files of a few chunks each
about     Writes NAME_0.jfr, NAME_1.jfr and so on to the folder of -o (or the current one), each a
about     recording of some chunks. Nothing in the chunks is changed: joined in order they are the
about     original, byte for byte. A file that is there already is not overwritten.
example   jfrtool disassemble rec.jfr -o parts/
shows     rec_0.jfr, rec_1.jfr..., of five chunks each
example   jfrtool disassemble --max-size 50MB rec.jfr -o parts/
shows     Files of at most 50 MB
