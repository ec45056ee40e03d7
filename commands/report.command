command   report
summary   Write a report on all recordings of a CI job
about     Finds every recording and profile below the paths (files, folders, archives), and the error
about     logs of JVMs that crashed. Into the folder go a page for each recording, index.html with links
about     to them, summary.md for people and summary.json for programs. The repository of a JVM that was
about     killed is one recording. Recordings that cannot be read are named in the report, which is made
about     all the same.
about
about     Attach the folder to the job: the pages need no server and no network.
example   jfrtool report build/ -o jfr-report
shows     All recordings below build/, a page for each
example   jfrtool report --step-summary artifacts.zip
shows     In a GitHub job: the summary of the step too
example   jfrtool report --pages 20 lake/day=2026-11-01 -o jfr-report
shows     Thousands of recordings: all in one table, pages for the worst
