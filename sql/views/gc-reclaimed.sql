-- What collections gave back, and the rate of allocation between them
-- table, more than the JDK's
-- needs: GCHeapSummary
-- units: time, n, ns, bytes, bytes, bytes, bytes
WITH heaps AS (
  SELECT gcId, min(startTime) AS startTime, max(CASE "when" WHEN 'Before GC' THEN heapUsed END) AS before,
         max(CASE "when" WHEN 'After GC' THEN heapUsed END) AS after
  FROM GCHeapSummary
  GROUP BY gcId
)
SELECT startTime AS "Start", gcId AS "GC ID", startTime - lag(startTime) OVER w AS "Since Last", before AS "Before",
       after AS "After", before - after AS "Reclaimed",
       CAST((before - lag(after) OVER w) * 1e9 / (startTime - lag(startTime) OVER w) AS INTEGER) AS "Allocated per Second"
FROM heaps
WINDOW w AS (ORDER BY startTime)
ORDER BY 1
