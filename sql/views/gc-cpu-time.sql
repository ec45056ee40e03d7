-- GC CPU Time
-- form, Java virtual machine
-- needs: GCCPUTime
-- units: ns, ns, ns, ns, n
SELECT sum(userTime) AS "GC User Time", sum(systemTime) AS "GC System Time",
       sum(realTime) AS "GC Wall Clock Time", max(startTime) - min(startTime) AS "Total Time",
       count(*) AS "GC Count"
FROM GCCPUTime
HAVING count(*) > 0
