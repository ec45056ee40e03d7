-- Deoptimizations by method and line, with reason and action
-- table, more than the JDK's
-- needs: Deoptimization
-- units: text, n, text, text, n
-- limit: 25
SELECT method AS "Method", lineNumber AS "Line", reason AS "Reason", action AS "Action", count(*) AS "Count"
FROM Deoptimization
GROUP BY 1, 2, 3, 4
ORDER BY 5 DESC, 1, 2
