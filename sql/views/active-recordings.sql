-- Active Recordings
-- table, environment
-- needs: ActiveRecording
-- units: time, ns, text, text, ns, bytes
SELECT last(recordingStart, startTime) AS "Start", last(recordingDuration, startTime) AS "Duration",
       last(name, startTime) AS "Name", last(destination, startTime) AS "Destination",
       last(maxAge, startTime) AS "Max Age", last(maxSize, startTime) AS "Max Size"
FROM ActiveRecording
GROUP BY id
ORDER BY 6
