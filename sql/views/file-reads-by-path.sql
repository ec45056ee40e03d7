-- File Reads by Path
-- table, application
-- needs: FileRead
-- units: text, n, bytes
SELECT path AS "Path", count(*) AS "Reads", sum(bytesRead) AS "Total Read"
FROM FileRead
GROUP BY 1
ORDER BY 3 DESC, 1
