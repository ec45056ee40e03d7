-- System Processes
-- table, environment
-- needs: SystemProcess
-- units: time, time, text, text
SELECT min(startTime) AS "First Observed", max(startTime) AS "Last Observed", pid AS "PID",
       first(commandLine, startTime) AS "Command Line"
FROM SystemProcess
GROUP BY pid
ORDER BY 4
