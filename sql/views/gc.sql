-- Garbage Collections
-- table, Java virtual machine
-- needs: GarbageCollection or GCHeapSummary
-- units: time, n, text, bytes, bytes, ns
WITH kinds(gcId, type) AS (
  SELECT NULL, NULL WHERE 0
  UNION ALL SELECT gcId, label('jdk.OldGarbageCollection') FROM OldGarbageCollection --? OldGarbageCollection
  UNION ALL SELECT gcId, label('jdk.YoungGarbageCollection') FROM YoungGarbageCollection --? YoungGarbageCollection
), heaps(gcId, moment, heapUsed) AS (
  SELECT NULL, NULL, NULL WHERE 0
  UNION ALL SELECT gcId, "when", heapUsed FROM GCHeapSummary --? GCHeapSummary
), collections(gcId, startTime, longestPause) AS (
  SELECT NULL, NULL, NULL WHERE 0
  UNION ALL SELECT gcId, startTime, longestPause FROM GarbageCollection --? GarbageCollection
), ids(gcId) AS (
  SELECT gcId FROM collections UNION SELECT gcId FROM kinds UNION SELECT gcId FROM heaps
)
SELECT c.startTime AS "Start", i.gcId AS "GC ID",
       coalesce((SELECT max(type) FROM kinds k WHERE k.gcId = i.gcId), 'Unknown') AS "Type",
       (SELECT max(heapUsed) FROM heaps h WHERE h.gcId = i.gcId AND moment = 'Before GC') AS "Heap Before GC",
       (SELECT max(heapUsed) FROM heaps h WHERE h.gcId = i.gcId AND moment = 'After GC') AS "Heap After GC",
       c.longestPause AS "Longest Pause"
FROM ids i LEFT JOIN collections c ON c.gcId = i.gcId
ORDER BY 1, 2
