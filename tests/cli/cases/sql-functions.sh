# What there is besides SQLite's own functions.
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --json "
SELECT ms(p.duration), seconds(2500000000), bytes(1536), duration(1500000), time(0), time('12:03:04'),
       time(bucket(1234567890123456789, '1h')), class('a.b.C.m'), package('a.b.C.m'), pool('pool-3-thread-17'),
       'abc' REGEXP 'B|c\$', 'abc' REGEXP '^b'
FROM GCPhasePause p LIMIT 1;
SELECT median(x), p90(x), p99(x), quantile(x, 0.25), first(x, -x), last(x, -x)
FROM (SELECT 1 AS x UNION SELECT 3 UNION SELECT 10 UNION SELECT NULL);
SELECT median(x) FROM (SELECT 1.5 AS x UNION SELECT 2);
SELECT sum(stack_has(stackTrace, 'SocketDispatcher')), min(frame(stackTrace, 0)), count(app_frame(stackTrace)),
       count(*), sum(app_frame(stackTrace) = stackTrace_app)
FROM NativeMethodSample;"
