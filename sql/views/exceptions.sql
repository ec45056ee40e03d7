-- Exceptions by type and method, with their rate
-- table, more than the JDK's
-- needs: JavaExceptionThrow
-- units: text, text, n, n, time, time
-- limit: 25
SELECT thrownClass AS "Class", stackTrace_maker AS "Method", count(*) AS "Thrown",
       round(count(*) * 1e9 / max(1, max(startTime) - min(startTime)), 1) AS "Per Second",
       min(startTime) AS "First", max(startTime) AS "Last"
FROM JavaExceptionThrow
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
