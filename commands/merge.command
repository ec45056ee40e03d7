command   merge
summary   Merge recordings and profiles into one profile
about     Reads any number of recordings and profiles and writes one profile, like the command
about     profile. The result is the same, byte for byte, whatever the order of the inputs, and
about     whether they are added up at once or in steps: profiles of profiles add up. Memory grows
about     with the number of distinct stacks, not with the size of the recordings.
about
about     An input that cannot be read is reported and left out; with --strict, nothing is written
about     in that case. A file that occurs twice counts once unless --keep-duplicates is given.
about
about     --report writes one line of JSON for each input, in their order, as soon as it is read:
about     its status (ok, partial, failed), the reason, and its samples: how many, and whether
about     they count or are duplicates. It is written whatever the exit code; losses are then
about     reported there and not on standard error. The profile is the same with or without it.
example   jfrtool merge a.jfr b.jfr base.pb.gz -o all.pb.gz
shows     Recordings and profiles together
example   find . -name '*.jfr' -print0 | jfrtool merge --files-from - -0 -o all.pb.gz
shows     Any number of files
example   jfrtool merge recordings/ --report report.ndjson -o all.pb.gz
shows     Also the status of each input
