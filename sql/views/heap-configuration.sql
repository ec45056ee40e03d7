-- Heap Configuration
-- form, Java virtual machine
-- needs: GCHeapConfiguration
-- units: bytes, bytes, bytes, n, text
SELECT initialSize AS "Initial Heap Size",
       minSize AS "Minimum Heap Size",
       maxSize AS "Maximum Heap Size",
       usesCompressedOops AS "If Compressed Oops Are Used",
       compressedOopsMode AS "Compressed Oops Mode"
FROM GCHeapConfiguration
ORDER BY startTime DESC
LIMIT 1
