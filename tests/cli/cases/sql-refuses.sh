# Statements that write or reach beyond the recordings.
for statement in "ATTACH 'x.db' AS x" "CREATE TABLE t(a)" "CREATE TEMP VIEW v AS SELECT 1" "DELETE FROM GCPhasePause" \
    "INSERT INTO GCPhasePause VALUES (1)" "DROP TABLE events" "PRAGMA journal_mode = wal" "VACUUM INTO 'x.db'" \
    "SELECT load_extension('x')" "UPDATE sqlite_master SET sql = 'x'" "BEGIN" "CREATE VIRTUAL TABLE v USING jfr_list(events)" \
    "SELECT writefile('x', 'y')" "REINDEX" "DETACH jdk"; do
    "$JFRTOOL" sql "$TESTDATA/native-17.jfr" "$statement" 2>&1
    echo "$?"
done
ls
