-- Network Utilization
-- table, environment
-- needs: NetworkUtilization
-- units: text, bits/s, bits/s, bits/s, bits/s
SELECT networkInterface AS "Network Interface", CAST(avg(readRate) AS INTEGER) AS "Avg. Read Rate",
       max(readRate) AS "Max. Read Rate", CAST(avg(writeRate) AS INTEGER) AS "Avg. Write Rate",
       max(writeRate) AS "Max. Write Rate"
FROM NetworkUtilization
GROUP BY 1
ORDER BY 5
