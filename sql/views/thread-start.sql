-- Platform Thread Start by Method
-- table, application
-- needs: ThreadStart or ThreadEnd
-- units: time, text, text, ns
WITH moments(thread, id, startTime, started, top) AS (
  SELECT NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT eventThread, eventThread_osThreadId, startTime, startTime, stackTrace_top FROM ThreadStart --? ThreadStart
  UNION ALL SELECT eventThread, eventThread_osThreadId, startTime, NULL, NULL FROM ThreadEnd --? ThreadEnd
)
SELECT min(started) AS "Start Time", max(top) AS "Stack Trace", thread AS "Thread",
       iif(count(*) > 1, max(startTime) - min(startTime), NULL) AS "Duration"
FROM moments
GROUP BY thread, id
ORDER BY 4 IS NOT NULL, 4 DESC, 1
