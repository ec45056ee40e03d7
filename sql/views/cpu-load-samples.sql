-- CPU Load
-- table, environment
-- needs: CPULoad
-- units: time, percent, percent, percent
SELECT startTime AS "Time", jvmUser AS "JVM User", jvmSystem AS "JVM System", machineTotal AS "Machine Total"
FROM CPULoad
ORDER BY 1
