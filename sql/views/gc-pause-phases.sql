-- GC Pause Phases
-- table, Java virtual machine
-- needs: GCPhasePause or GCPhasePauseLevel1 or GCPhasePauseLevel2 or GCPhasePauseLevel3 or GCPhasePauseLevel4
-- units: text, text, ns, ns, ns, n, ns
WITH phases(type, name, duration, endTime) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT label('jdk.GCPhasePause'), name, duration, startTime + duration FROM GCPhasePause --? GCPhasePause
  UNION ALL SELECT label('jdk.GCPhasePauseLevel1'), name, duration, startTime + duration FROM GCPhasePauseLevel1 --? GCPhasePauseLevel1
  UNION ALL SELECT label('jdk.GCPhasePauseLevel2'), name, duration, startTime + duration FROM GCPhasePauseLevel2 --? GCPhasePauseLevel2
  UNION ALL SELECT label('jdk.GCPhasePauseLevel3'), name, duration, startTime + duration FROM GCPhasePauseLevel3 --? GCPhasePauseLevel3
  UNION ALL SELECT label('jdk.GCPhasePauseLevel4'), name, duration, startTime + duration FROM GCPhasePauseLevel4 --? GCPhasePauseLevel4
)
SELECT last(type, endTime) AS "Type", name AS "Name", CAST(round(avg(duration)) AS INTEGER) AS "Average",
       p95(duration) AS "P95", max(duration) AS "Longest", count(*) AS "Count", sum(duration) AS "Total"
FROM phases
GROUP BY name
ORDER BY 1, 7 DESC
