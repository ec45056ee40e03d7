-- Thread pools: threads and events by names without numbers
-- table, more than the JDK's
-- needs: all
-- units: text, n, n, time, time
SELECT pool AS "Pool", count(*) AS "Threads", sum(events) AS "Events", min(firstTime) AS "First Event",
       max(lastTime) AS "Last Event"
FROM threads
GROUP BY 1
ORDER BY 3 DESC, 1
