-- Class Modifications
-- table, Java virtual machine
-- needs: RetransformClasses or RedefineClasses
-- units: ns, text, text, n
WITH changes(redefinitionId, duration, app, operation, classCount) AS (
  SELECT NULL, NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT redefinitionId, duration, stackTrace_app, label('jdk.RetransformClasses'), classCount FROM RetransformClasses --? RetransformClasses
  UNION ALL SELECT redefinitionId, duration, stackTrace_app, label('jdk.RedefineClasses'), classCount FROM RedefineClasses --? RedefineClasses
)
SELECT max(duration) AS "Time", max(app) AS "Requested By", max(operation) AS "Operation", max(classCount) AS "Classes"
FROM changes
GROUP BY redefinitionId
ORDER BY 1 DESC
