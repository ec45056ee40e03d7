-- Safepoints
-- table, Java virtual machine
-- needs: SafepointBegin or SafepointEnd or SafepointStateSynchronization
-- units: time, ns, ns, n, n
WITH begins(safepointId, startTime, totalThreadCount, jniCriticalThreadCount) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT safepointId, startTime, totalThreadCount, jniCriticalThreadCount FROM SafepointBegin --? SafepointBegin
), ends(safepointId, startTime) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT safepointId, startTime FROM SafepointEnd --? SafepointEnd
), syncs(safepointId, duration) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT safepointId, duration FROM SafepointStateSynchronization --? SafepointStateSynchronization
), ids(safepointId) AS (
  SELECT safepointId FROM begins UNION SELECT safepointId FROM ends UNION SELECT safepointId FROM syncs
)
SELECT b.startTime AS "Start Time",
       (SELECT max(e.startTime) FROM ends e WHERE e.safepointId = i.safepointId) - b.startTime AS "Duration",
       (SELECT max(s.duration) FROM syncs s WHERE s.safepointId = i.safepointId) AS "State Syncronization",
       b.jniCriticalThreadCount AS "JNI Critical Threads", b.totalThreadCount AS "Total Threads"
FROM ids i LEFT JOIN begins b ON b.safepointId = i.safepointId
ORDER BY 1
