-- Thread CPU Load
-- table, application
-- needs: ThreadCPULoad
-- units: text, percent, percent
SELECT eventThread AS "Thread", last(system, startTime) AS "System", last(user, startTime) AS "User"
FROM ThreadCPULoad
GROUP BY eventThread, eventThread_osThreadId, eventThread_javaThreadId
ORDER BY 3 DESC, 1
