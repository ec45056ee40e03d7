command   sql
summary   Query recordings with SQL: each event type is a table
about     Every event type is a table of SQLite, read where it lies: nothing is imported.
about     jdk.GCPhasePause and GCPhasePause need no quotes; fields of fields are joined by _
about     (heapSpace_committedSize); times and durations are ns; threads, classes and methods are text; a
about     stack is a number, with stackTrace_top, _line, _depth, _text, _app (the first frame that is not
about     the JDK's) where they are named.
about
about     samples, threads, stacks, frames, events, columns, settings, recordings, chunks and all_events
about     are tables, too. ms(), bytes(), time(), bucket(), p50() to p999(), quantile(), first(), last(),
about     pool(), class(), package(), REGEXP, stack_has(), collapsed() come to SQLite's own functions.
about     docs/sql.md has them all.
about
about     Recording and statement may come in any order; without a statement they are read from standard
about     input, and on a terminal a shell opens. --query=TEXT is for programs: its text is never taken
about     for a file or an option. Recordings are only read, and no other file can be.
example   jfrtool sql rec.jfr "SELECT stackTrace_top, count(*) FROM ExecutionSample GROUP BY 1 ORDER BY 2 DESC LIMIT 10"
shows     Hot methods
example   jfrtool sql rec.jfr "SELECT name, count(*), ms(p99(duration)) FROM jdk.GCPhasePause GROUP BY 1"
shows     GC pauses by kind, with their 99th percentile in ms
example   jfrtool sql lake/ -f query.sql --format csv -o out.csv
shows     Statements of a file, over a folder
example   jfrtool sql rec.jfr
shows     A shell: .tables, .schema TABLE, .help
example   jfrtool sql rec.jfr --save rec.db
shows     A database for other tools
