command   history
summary   Say which rate or method changed, and at which build
about     Builds are the files and folders of a folder: recordings, profiles, or lines that jfrtool
about     facts wrote of them, in the order of their names (build-9 before build-10), or of time. What
about     lies in one folder, or in one file of lines, is one build. Of a single file of lines each
about     line is a build.
about
about     Each rate (CPU, GC pauses, allocation, exceptions, throttling, heap) and the share of each
about     method that has 1 % in some build is a series. Where the level of a series changed by more
about     than chance is found by its means before and behind, and by permutations, so that one build
about     that is far off is no change; of all changes found at most --alpha are chance. A change at
about     the latest build cannot be told from chance until more builds have it.
about
about     What cannot be read is left out, which is said, and the exit code is that of an input that
about     was read in part.
example   jfrtool history profiles/
shows     A folder with a recording, a profile or facts of each build
example   jfrtool history all.ndjson --order time
shows     Lines of jfrtool facts, each of a build
example   jfrtool history profiles/ --since build-120
shows     What changed lately
