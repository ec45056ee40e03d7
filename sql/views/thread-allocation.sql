-- Thread Allocation Statistics
-- table, application
-- needs: ThreadAllocationStatistics
-- units: text, bytes, percent
WITH latest AS (
  SELECT thread, last(allocated, startTime) AS allocated FROM ThreadAllocationStatistics
  GROUP BY thread, thread_osThreadId, thread_javaThreadId
)
SELECT thread AS "Thread", allocated AS "Allocated", 1.0 * allocated / sum(allocated) OVER () AS "Percentage"
FROM latest
ORDER BY 2 DESC, 1
