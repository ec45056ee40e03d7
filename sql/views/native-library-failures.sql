-- Native Library Load/Unload Failures
-- table, environment
-- needs: NativeLibraryUnload or NativeLibraryLoad
WITH failures(startTime, operation, name, message) AS (
  SELECT NULL, NULL, NULL, NULL WHERE 0
  UNION ALL SELECT startTime, label('jdk.NativeLibraryUnload'), name, errorMessage FROM NativeLibraryUnload WHERE NOT success --? NativeLibraryUnload
  UNION ALL SELECT startTime, label('jdk.NativeLibraryLoad'), name, errorMessage FROM NativeLibraryLoad WHERE NOT success --? NativeLibraryLoad
)
SELECT operation AS "Operation", name AS "Library", message AS "Error Message"
FROM failures
ORDER BY startTime
