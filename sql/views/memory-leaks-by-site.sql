-- Memory Leak Candidates by Site
-- table, application
-- needs: OldObjectSample
-- units: time, text, ns, bytes
SELECT last(allocationTime, startTime) AS "Alloc. Time", stackTrace_app AS "Application Method", last(objectAge, startTime) AS "Object Age",
       last(lastKnownHeapUsage, startTime) AS "Heap Usage"
FROM OldObjectSample
WHERE startTime = (SELECT max(startTime) FROM OldObjectSample)
GROUP BY 2
ORDER BY 1
