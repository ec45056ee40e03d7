-- The longest GC pauses
-- table, more than the JDK's
-- needs: GarbageCollection
-- units: time, n, text, text, ns, ns
-- limit: 10
SELECT startTime AS "Start", gcId AS "GC ID", name AS "Collector", cause AS "Cause", longestPause AS "Longest Pause",
       sumOfPauses AS "All Pauses"
FROM GarbageCollection
ORDER BY 5 DESC, 1
