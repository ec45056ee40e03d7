-- Socket Reads by Host
-- table, application
-- needs: SocketRead
-- units: text, n, bytes
SELECT host AS "Host", count(*) AS "Reads", sum(bytesRead) AS "Total Read"
FROM SocketRead
GROUP BY 1
ORDER BY 3 DESC, 1
