-- GC References
-- table, Java virtual machine
-- needs: GCReferenceStatistics
-- units: time, n, n, n, n, n, n
SELECT max(startTime) AS "Time", gcId AS "GC ID",
       max(CASE type WHEN 'Soft reference' THEN count END) AS "Soft Ref.",
       max(CASE type WHEN 'Weak reference' THEN count END) AS "Weak Ref.",
       max(CASE type WHEN 'Phantom reference' THEN count END) AS "Phantom Ref.",
       max(CASE type WHEN 'Final reference' THEN count END) AS "Final Ref.",
       sum(count) AS "Total Count"
FROM GCReferenceStatistics
GROUP BY gcId
ORDER BY 2
