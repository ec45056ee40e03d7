-- File Writes by Path
-- table, application
-- needs: FileWrite
-- units: text, n, bytes
SELECT masked(NULL, path) AS "Path", count(*) AS "Writes", sum(bytesWritten) AS "Total Written"
FROM FileWrite
GROUP BY path
ORDER BY 3 DESC, 1
