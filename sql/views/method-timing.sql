-- Method Timing
-- table, application
-- needs: MethodTiming
-- units: text, n, ns, ns, ns
SELECT method AS "Timed Method", last(invocations, startTime) AS "Invocations", last(minimum, startTime) AS "Minimum Time",
       last(average, startTime) AS "Average Time", last(maximum, startTime) AS "Maximum Time"
FROM MethodTiming
WHERE startTime = (SELECT max(startTime) FROM MethodTiming)
GROUP BY 1
ORDER BY 4 DESC, 1
