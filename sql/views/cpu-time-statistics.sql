-- CPU Time Sample Statistics
-- form, application
-- needs: CPUTimeSample
SELECT count(*) - total(failed) AS "Successful Samples", total(failed) AS "Failed Samples",
       total(biased) AS "Biased Samples", count(*) AS "Total Samples",
       (SELECT total(lostSamples) FROM CPUTimeSamplesLost) AS "Lost Samples" --? CPUTimeSamplesLost
       0 AS "Lost Samples" --! CPUTimeSamplesLost
FROM CPUTimeSample
HAVING count(*) > 0
