-- Longest Class Loading
-- table, application
-- needs: ClassLoad
-- units: time, text, ns
-- limit: 25
SELECT startTime AS "Time", loadedClass AS "Loaded Class", duration AS "Load Time"
FROM ClassLoad
ORDER BY 3 DESC
