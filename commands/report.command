command   report
summary   Write a report on all recordings of a CI job
about     Finds every recording and profile below the paths (files, folders, archives), and the
about     error logs of JVMs that crashed. Writes to the folder: a page for each recording,
about     index.html with links to them, summary.md for people and summary.json for programs. The
about     repository of a killed JVM counts as one recording. Recordings that cannot be read are
about     listed in the report and do not prevent it.
about
about     Attach the folder to the job: the pages need no server and no network.
example   jfrtool report build/ -o jfr-report
shows     All recordings below build/, one page each
example   jfrtool report --step-summary artifacts.zip
shows     In a GitHub job: also writes the step summary
example   jfrtool report --pages 20 lake/day=2026-11-01 -o jfr-report
shows     Thousands of recordings: one table of all, pages for the worst
