-- Longest Compilations
-- table, Java virtual machine
-- needs: Compilation
-- units: time, ns, text, n, n
-- limit: 25
SELECT startTime AS "Start Time", duration AS "Duration", method AS "Method",
       compileLevel AS "Compilation Level", succeded AS "Succeeded"
FROM Compilation
ORDER BY 2 DESC
