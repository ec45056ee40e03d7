command   facts
summary   Write a line of JSON for each of many recordings
about     Reads any number of recordings, also from archives and from a tar on standard input, and
about     writes one line for each, in their order, as soon as it is read: its status (ok, partial
about     or failed, with the reason), its JVM and machine, samples and hottest methods, CPU, GC,
about     allocation, exceptions, throttling, and the findings of the rules. jfrtool generate
about     schema facts describes the format; later versions may add keys.
about
about     An input that cannot be read has a line, too: the exit code is 0 once each input has
about     one, unless --strict is given. If jfrtool itself crashes, the first input without a line
about     is the one it crashed on. Files of folders and archives that are named like a recording
about     (*.jfr*) but are none have a line; other files are left out.
about
about     --profile writes the sum of all inputs, byte for byte what jfrtool merge makes of them;
about     a recording that occurs twice has two lines and counts once in the sum. Relative times
about     (--from 10s) count from the start of each recording. A small recording is read by one
about     thread: to use all processors, run several of these, for example with xargs -P, and add
about     up their sums with jfrtool merge.
example   jfrtool facts recordings/ > facts.ndjson
shows     One line for each recording
example   jfrtool facts --profile all.pb.gz --files-from list.txt > facts.ndjson
shows     Also the sum of all of them
example   tar -C lake -cf - service=shop | jfrtool facts - | jq -c '[.path, .status]'
shows     A stream of recordings, from any storage
