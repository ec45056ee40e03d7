-- Socket Writes by Host
-- table, application
-- needs: SocketWrite
-- units: text, n, bytes
SELECT host AS "Host", count(*) AS "Writes", sum(bytesWritten) AS "Total Written"
FROM SocketWrite
GROUP BY 1
ORDER BY 3 DESC, 1
