-- Pinned Virtual Threads
-- table, application
-- needs: VirtualThreadPinned
-- units: text, n, ns, ns
SELECT stackTrace_app AS "Method", count(*) AS "Pinned Count", max(duration) AS "Longest Pinning",
       sum(duration) AS "Total Time Pinned"
FROM VirtualThreadPinned
GROUP BY 1
ORDER BY 4 DESC, 1
