command   report
summary   Write a report on all recordings of a CI job
about     Finds every recording, profile and error log of a crashed JVM below the paths (files,
about     folders, archives), and writes a folder: a page for each recording, index.html,
about     summary.md for people and summary.json for programs.
about
about     The repository of a killed JVM counts as one recording. Recordings that cannot be read
about     are listed in the report and do not prevent it.
about
about     Attach the folder to the job: the pages need no server and no network.
example   jfrtool report build/ -o jfr-report
shows     All recordings below build/, one page each
example   jfrtool report --step-summary artifacts.zip
shows     In a GitHub job: also writes the step summary
example   jfrtool report --pages 20 lake/day=2026-11-01 -o jfr-report
shows     Thousands of recordings: one table of all, pages for the worst
