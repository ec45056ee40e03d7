-- Deoptimization by Reason
-- table, Java virtual machine
-- needs: Deoptimization
-- units: text, n
SELECT reason AS "Reason", count(*) AS "Count"
FROM Deoptimization
GROUP BY 1
ORDER BY 2 DESC, 1
