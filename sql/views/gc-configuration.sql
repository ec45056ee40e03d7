-- GC Configuration
-- form, Java virtual machine
-- needs: GCConfiguration
-- units: text, text, n, n, n, n, n, ns, n
SELECT youngCollector AS "Young GC",
       oldCollector AS "Old GC",
       parallelGCThreads AS "Parallel GC Threads",
       concurrentGCThreads AS "Concurrent GC Threads",
       usesDynamicGCThreads AS "Dynamic GC Threads",
       isExplicitGCConcurrent AS "Concurrent Explicit GC",
       isExplicitGCDisabled AS "Disable Explicit GC",
       pauseTarget AS "Pause Target",
       gcTimeRatio AS "GC Time Ratio"
FROM GCConfiguration
ORDER BY startTime DESC
LIMIT 1
