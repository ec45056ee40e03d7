command   merge
summary   Merge recordings and profiles into one profile
about     Reads any number of recordings and profiles and writes one profile, as the command profile
about     does. The result is the same, byte for byte, in whatever order the inputs come, and whether
about     they are added up at once or some of them before: profiles of profiles add up. Memory follows
about     the number of different stacks, not that of the recordings.
about
about     What cannot be read is said and left out; with --strict nothing is written then. A file that
about     occurs twice counts once unless --keep-duplicates is given.
about
about     --report writes a line of JSON for each input, in their order and as soon as it is read, with
about     its status (ok, partial, failed), why, and how many samples it has, whether they count or were
about     there before (duplicates). It is written whatever the exit code; what was lost is said there
about     and not on standard error. The profile is the same with it and without.
example   jfrtool merge a.jfr b.jfr base.pb.gz -o all.pb.gz
shows     Recordings and profiles together
example   find . -name '*.jfr' -print0 | jfrtool merge --files-from - -0 -o all.pb.gz
shows     However many there are
example   jfrtool merge recordings/ --report report.ndjson -o all.pb.gz
shows     And what became of each of them
