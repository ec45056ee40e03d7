command   sql
summary   Query recordings with SQL: each event type is a table
about     Every event type is a table of SQLite, read in place: nothing is imported.
about     jdk.GCPhasePause and GCPhasePause need no quotes; nested fields are joined by _
about     (heapSpace_committedSize); times and durations are in ns; threads, classes and methods
about     are text; a stack is a number, with the columns stackTrace_top, _line, _depth, _text,
about     and _app (the first frame that is not the JDK's) for its names.
about
about     samples, threads, stacks, frames, events, columns, settings, recordings, chunks and
about     all_events are tables, too. ms(), bytes(), time(), bucket(), p50() to p999(),
about     quantile(), first(), last(), pool(), class(), package(), REGEXP, stack_has() and
about     collapsed() extend SQLite's own functions. docs/sql.md lists them all.
about
about     Recording and statement may come in any order. Without a statement, statements are read
about     from standard input; on a terminal a shell opens. --query=TEXT is for programs: its text
about     is never taken for a file or an option. Recordings are never changed, and no other file
about     can be read.
example   jfrtool sql rec.jfr "SELECT path, sum(bytesRead) FROM FileRead GROUP BY 1"
shows     How much was read from each file
example   jfrtool sql rec.jfr "SELECT ms(p99(duration)) FROM GCPhasePause"
shows     The 99th percentile of GC pauses in ms
example   jfrtool sql lake/ -f query.sql --format csv -o out.csv
shows     Statements from a file, over a folder
example   jfrtool sql rec.jfr
shows     A shell: .tables, .schema TABLE, .help
example   jfrtool sql rec.jfr --save rec.db
shows     A database for other tools
