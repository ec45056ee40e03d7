-- Recording Information
-- form, environment
-- needs: all
-- units: n, time, time, ns, text
SELECT count(*) AS "Event Count", first(startTime, startTime + coalesce(duration, 0)) AS "First Recorded Event",
       last(startTime, startTime + coalesce(duration, 0)) AS "Last Recorded Event",
       last(startTime, startTime + coalesce(duration, 0)) - first(startTime, startTime + coalesce(duration, 0))
         AS "Length of Recorded Events",
       (SELECT last(reason, startTime) FROM Shutdown) AS "Dump Reason" --? Shutdown
       NULL AS "Dump Reason" --! Shutdown
FROM all_events
