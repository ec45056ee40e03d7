command   view
summary   Show a view (stored SQL), or an event type as a table
about     Has all views of the JDK's jfr under the same names (gc-pauses, hot-methods,
about     contention-by-site...), and others that show more: percentiles, by method, by thread
about     pool. jfrtool events --views lists them. A view is a statement of jfrtool sql: --sql
about     prints it, and a file that ends in .sql or .view is run as one.
about
about     VIEW may also be an event type (FileRead, jdk.FileRead), types, all-views or all-events.
example   jfrtool view hot-methods rec.jfr
shows     The view of that name
example   jfrtool view gc --json rec.jfr
shows     For programs
example   jfrtool view FileRead rec.jfr
shows     An event type as a table
example   jfrtool view gc --sql > mine.sql; jfrtool view ./mine.sql rec.jfr
shows     A view of your own
example   jfrtool view SystemGC --cell-height 10 rec.jfr
shows     Stacks with ten frames
example   jfrtool view all-views rec.jfr
shows     Every view that has rows; all-events shows every event type
