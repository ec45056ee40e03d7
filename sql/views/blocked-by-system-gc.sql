-- Blocked by System.gc()
-- table, Java virtual machine
-- needs: SystemGC
-- units: time, ns, text
-- limit: 25
SELECT startTime AS "Start Time", duration AS "Duration", stackTrace_text AS "Stack Trace"
FROM SystemGC
WHERE NOT invokedConcurrent
ORDER BY 2 DESC
