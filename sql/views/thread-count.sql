-- Java Thread Statistics
-- table, application
-- needs: JavaThreadStatistics
-- units: time, n, n, n, n
SELECT startTime AS "Time", activeCount AS "Active Threads", daemonCount AS "Daemon Threads",
       accumulatedCount AS "Accumulated Threads", peakCount AS "Peak Threads"
FROM JavaThreadStatistics
ORDER BY 1
