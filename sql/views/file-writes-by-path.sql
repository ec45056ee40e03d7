-- File Writes by Path
-- table, application
-- needs: FileWrite
-- units: text, n, bytes
SELECT path AS "Path", count(*) AS "Writes", sum(bytesWritten) AS "Total Written"
FROM FileWrite
GROUP BY 1
ORDER BY 3 DESC, 1
