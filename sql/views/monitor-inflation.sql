-- Monitor Inflation
-- table, application
-- needs: JavaMonitorInflate
-- units: text, text, n, ns
SELECT stackTrace_top AS "Stack Trace", monitorClass AS "Monitor Class", count(*) AS "Count",
       sum(duration) AS "Total Duration"
FROM JavaMonitorInflate
GROUP BY stackTrace, monitorClass
ORDER BY 4 DESC, 1
