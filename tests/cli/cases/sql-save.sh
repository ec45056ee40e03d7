# A plain database, which appears when it is complete and leaves nothing beside it.
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --save rec.db
python3 - <<'P'
import sqlite3
c = sqlite3.connect("rec.db")
print(c.execute("SELECT count(*), count(DISTINCT stackTrace) FROM NativeMethodSample").fetchone())
print(c.execute("SELECT count(*) FROM NativeMethodSample n JOIN stacks s ON s.stack = n.stackTrace").fetchone())
print(c.execute("SELECT count(*) FROM pragma_table_info('NativeMethodSample') WHERE name = 'times'").fetchone())
print(c.execute("PRAGMA integrity_check").fetchone())
P
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --save missing/rec.db 2>&1
echo "$?"
ls -A
