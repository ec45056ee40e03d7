-- JDK Agents
-- table, Java virtual machine
-- needs: JavaAgent or NativeAgent
-- units: time, ns, text, text
WITH agents(started, took, name, options) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT initializationTime, initializationDuration, name, options FROM JavaAgent --? JavaAgent
  UNION ALL SELECT initializationTime, initializationDuration, name, options FROM NativeAgent --? NativeAgent
)
SELECT DISTINCT started AS "Time", took AS "Initialization", name AS "Name", options AS "Options"
FROM agents
ORDER BY 1, 3
