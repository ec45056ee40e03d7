# What is in the recordings; chunks that are there twice count once.
cp "$TESTDATA/chunks-17.jfr" a.jfr
cat a.jfr a.jfr >b.jfr
"$JFRTOOL" sql -q . "SELECT * FROM recordings; SELECT * FROM chunks; SELECT type, count FROM events WHERE count > 200;
SELECT name, kind, unit FROM columns WHERE type = 'jdk.GCPhasePause'; SELECT count(*) FROM ExecutionSample;
SELECT recording, chunk, count(*) FROM ExecutionSample GROUP BY 1, 2; SELECT count(*), count(DISTINCT method) FROM samples;
SELECT event, value FROM settings WHERE name = 'period' AND event = 'jdk.CPULoad' LIMIT 1;
SELECT thread, javaThreadId FROM threads WHERE thread LIKE 'ph%' ORDER BY 1"
"$JFRTOOL" sql a.jfr .tables .help "SELECT 1 AS one" '.schema GCPhasePause'
