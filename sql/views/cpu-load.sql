-- CPU Load Statistics
-- form, environment
-- needs: CPULoad
-- units: percent, percent, percent, percent, percent, percent, percent, percent, percent
SELECT min(jvmUser) AS "JVM User (Minimum)",
       avg(jvmUser) AS "JVM User (Average)",
       max(jvmUser) AS "JVM User (Maximum)",
       min(jvmSystem) AS "JVM System (Minimum)",
       avg(jvmSystem) AS "JVM System (Average)",
       max(jvmSystem) AS "JVM System (Maximum)",
       min(machineTotal) AS "Machine Total (Minimum)",
       avg(machineTotal) AS "Machine Total (Average)",
       max(machineTotal) AS "Machine Total (Maximum)"
FROM CPULoad
HAVING count(*) > 0
