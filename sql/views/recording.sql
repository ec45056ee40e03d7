-- Recording Information
-- form, environment
-- needs: all
-- units: n, time, time, ns, text
SELECT events AS "Event Count", firstTime AS "First Recorded Event", lastTime AS "Last Recorded Event",
       lastTime - firstTime AS "Length of Recorded Events",
       (SELECT last(reason, startTime) FROM Shutdown) AS "Dump Reason" --? Shutdown
       NULL AS "Dump Reason" --! Shutdown
FROM extent
