-- Contention by Site
-- table, application
-- needs: JavaMonitorEnter
-- units: text, n, ns, ns
SELECT stackTrace_top AS "StackTrace", count(*) AS "Count", CAST(round(avg(duration)) AS INTEGER) AS "Avg.",
       max(duration) AS "Max."
FROM JavaMonitorEnter
GROUP BY stackTrace
ORDER BY 4 DESC, 1
