-- Method Calls
-- table, application
-- needs: MethodTrace
-- units: text, text, n
SELECT coalesce(method, stackTrace_top) AS "Traced Method",
       CASE WHEN method IS NULL THEN stackTrace_caller ELSE stackTrace_top END AS "Caller", count(*) AS "Invocations"
FROM MethodTrace
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
