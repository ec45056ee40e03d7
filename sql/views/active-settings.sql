-- Active Settings
-- table, environment
-- needs: ActiveSetting
WITH latest AS (
  SELECT event, name, last(value, startTime) AS value FROM ActiveSetting GROUP BY 1, 2
)
SELECT coalesce(label(event), event) AS "Event Type", max(CASE name WHEN 'enabled' THEN value END) AS "Enabled",
       max(CASE name WHEN 'threshold' THEN value END) AS "Threshold",
       max(CASE name WHEN 'stackTrace' THEN value END) AS "Stack Trace", max(CASE name WHEN 'period' THEN value END) AS "Period",
       max(CASE name WHEN 'cutoff' THEN value END) AS "Cutoff", max(CASE name WHEN 'throttle' THEN value END) AS "Throttle"
FROM latest
GROUP BY event
ORDER BY 1
