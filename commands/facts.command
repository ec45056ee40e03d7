command   facts
summary   Write a line of JSON for each of many recordings
about     Reads any number of recordings, also of archives and of a tar on standard input, and writes a
about     line for each, in their order, as soon as it is read: what became of it (ok, partial, failed,
about     with the reason), its JVM and machine, samples and hottest methods, CPU, garbage collection,
about     allocation, exceptions, throttling, and what the rules found. jfrtool generate schema facts
about     describes it; a reader may expect more keys in later versions.
about
about     What cannot be read has its line, too, so the exit code is 0 once each input has one, unless
about     --strict is given. After a crash the first input without a line is the one it was about. Files
about     of folders and archives that are called like a recording (*.jfr*) and are none have a line;
about     others are left out.
about
about     --profile writes the sum of all, byte for byte what jfrtool merge makes of them; a recording
about     that occurs twice has two lines and counts once in the sum. Relative times (--from 10s) count
about     from the beginning of each recording. Small recordings are read in one thread: xargs -P and the
about     like run several of these, whose sums jfrtool merge adds up.
example   jfrtool facts recordings/ > facts.ndjson
shows     A line for each recording
example   jfrtool facts --profile all.pb.gz --files-from list.txt > facts.ndjson
shows     Also what all of them sum up to
example   tar -C lake -cf - service=shop | jfrtool facts - | jq -c '[.path, .status]'
shows     A stream of recordings, from wherever they are
