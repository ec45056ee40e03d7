-- File Reads by Path
-- table, application
-- needs: FileRead
-- units: text, n, bytes
SELECT masked(NULL, path) AS "Path", count(*) AS "Reads", sum(bytesRead) AS "Total Read"
FROM FileRead
GROUP BY path
ORDER BY 3 DESC, 1
