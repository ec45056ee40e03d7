command   history
summary   Show which rate or method changed, and at which build
about     Builds are the files and subfolders of a folder: recordings, profiles, or lines written by
about     jfrtool facts, ordered by name (build-9 before build-10) or by time. All files in one
about     subfolder, or all lines in one file, are one build; if a single file of lines is given, each
about     line is a build.
about
about     Each rate (CPU, GC pauses, allocation, exceptions, throttling, heap) and the share of each
about     method with at least 1 % in some build is a series. A change of level by more than chance is
about     found by comparing means before and after, and by permutations, so that a single outlier is
about     no change; of all changes found at most --alpha are chance. A change at the latest build
about     cannot be told from chance until more builds have it.
about
about     Input that cannot be read is left out with a note, and the exit code says that the input was
about     incomplete.
example   jfrtool history profiles/
shows     A folder with a recording, a profile or facts for each build
example   jfrtool history all.ndjson --order time
shows     Lines of jfrtool facts, one per build
example   jfrtool history profiles/ --since build-120
shows     Only recent changes
