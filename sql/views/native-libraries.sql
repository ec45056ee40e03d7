-- Native Libraries
-- table, Java virtual machine
-- needs: NativeLibrary
-- units: text, hex, hex
SELECT name AS "Name", last(baseAddress, startTime) AS "Base Address", last(topAddress, startTime) AS "Top Address"
FROM NativeLibrary
GROUP BY name
ORDER BY 1
