-- Allocation by thread pool
-- table, more than the JDK's
-- needs: ThreadAllocationStatistics
-- units: text, n, bytes, percent
WITH latest AS (
  SELECT pool(thread) AS pool, last(allocated, startTime) AS allocated FROM ThreadAllocationStatistics
  GROUP BY thread, thread_osThreadId, thread_javaThreadId
)
SELECT pool AS "Pool", count(*) AS "Threads", sum(allocated) AS "Allocated",
       1.0 * sum(allocated) / sum(sum(allocated)) OVER () AS "Share"
FROM latest
GROUP BY 1
ORDER BY 3 DESC, 1
