# Microseconds are spelt for who reads them: by the locale in text, and in Markdown always so.
rows() { "$JFRTOOL" hot-methods -q --event jdk.ThreadPark --measure value --sort total --top 2 "$@" "$TESTDATA/native-17.jfr"; }
rows | grep run
LC_ALL=C.UTF-8 rows | grep run
rows --format md | grep run
LC_ALL=C.UTF-8 rows --format csv | grep run
