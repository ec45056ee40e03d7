-- Method Calls
-- table, application
-- needs: MethodTrace
-- units: text, text, n
SELECT method AS "Traced Method", stackTrace_top AS "Caller", count(*) AS "Invocations"
FROM MethodTrace
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
