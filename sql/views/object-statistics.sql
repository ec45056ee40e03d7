-- Objects Occupying More than 1%
-- table, application
-- needs: ObjectCountAfterGC or ObjectCount
-- units: text, n, bytes, bytes
WITH counts(class, n, size, startTime) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT objectClass, count, totalSize, startTime FROM ObjectCountAfterGC --? ObjectCountAfterGC
  UNION ALL SELECT objectClass, count, totalSize, startTime FROM ObjectCount --? ObjectCount
)
SELECT class AS "Class", last(n, startTime) AS "Count", last(size, startTime) AS "Heap Space",
       last(size, startTime) - first(size, startTime) AS "Increase"
FROM counts
GROUP BY 1
HAVING max(startTime) = (SELECT max(startTime) FROM counts)
ORDER BY 3 DESC, 1
