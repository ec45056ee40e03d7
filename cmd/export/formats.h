/* All formats in the order of the help: one line each, EXPORT(its name in C). */
EXPORT(firefox)
EXPORT(speedscope)
EXPORT(pprof)
EXPORT(collapsed)
EXPORT(svg)
EXPORT(csv)
EXPORT(ndjson)
