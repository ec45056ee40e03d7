-- Contention by Monitor Address
-- table, application
-- needs: JavaMonitorEnter
-- units: hex, text, n, ns
SELECT last(address, startTime + duration) AS "Monitor Address", monitorClass AS "Class",
       count(DISTINCT eventThread_javaThreadId) AS "Threads", max(duration) AS "Max Duration"
FROM JavaMonitorEnter
GROUP BY 2
ORDER BY 4 DESC, 2
