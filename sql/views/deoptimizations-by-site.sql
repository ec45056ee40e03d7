-- Deoptimization by Site
-- table, Java virtual machine
-- needs: Deoptimization
-- units: text, n, n, n
SELECT method AS "Method", last(lineNumber, startTime) AS "Line Number", last(bci, startTime) AS "Bytecode Index",
       count(*) AS "Count"
FROM Deoptimization
GROUP BY 1
ORDER BY 4 DESC, 1
