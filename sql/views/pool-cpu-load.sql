-- CPU load by thread pool, of one processor
-- table, more than the JDK's
-- needs: ThreadCPULoad
-- units: text, n, percent, percent
SELECT pool(eventThread) AS "Pool", count(DISTINCT eventThread_osThreadId) AS "Threads", avg(user + system) AS "Average of a Thread",
       max(user + system) AS "Most of a Thread"
FROM ThreadCPULoad
GROUP BY 1
ORDER BY 3 DESC, 1
