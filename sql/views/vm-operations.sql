-- VM Operations
-- table, Java virtual machine
-- needs: ExecuteVMOperation
-- units: text, ns, ns, n, ns
SELECT operation AS "VM Operation", CAST(round(avg(duration)) AS INTEGER) AS "Average Duration",
       max(duration) AS "Longest Duration", count(*) AS "Count", sum(duration) AS "Total Duration"
FROM ExecuteVMOperation
GROUP BY 1
ORDER BY 5 DESC
