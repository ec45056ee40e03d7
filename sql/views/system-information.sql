-- System Information
-- form, environment
-- needs: CPUInformation or PhysicalMemory or OSInformation or VirtualizationInformation
-- units: bytes, text, text, text, n, n, n, text
SELECT
       memory.totalSize AS "Total Physical Memory Size", --? PhysicalMemory
       NULL AS "Total Physical Memory Size", --! PhysicalMemory
       os.osVersion AS "OS Version", --? OSInformation
       NULL AS "OS Version", --! OSInformation
       machine.name AS "Virtualization", --? VirtualizationInformation
       NULL AS "Virtualization", --! VirtualizationInformation
       cpus.cpu AS "CPU Type", --? CPUInformation
       cpus.cores AS "Number of Cores", --? CPUInformation
       cpus.hwThreads AS "Number of Hardware Threads", --? CPUInformation
       cpus.sockets AS "Number of Sockets", --? CPUInformation
       cpus.description AS "CPU Description" --? CPUInformation
       NULL AS "CPU Description" --! CPUInformation
FROM (SELECT 1)
     JOIN (SELECT last(totalSize, startTime) AS totalSize FROM PhysicalMemory) AS memory --? PhysicalMemory
     JOIN (SELECT last(osVersion, startTime) AS osVersion FROM OSInformation) AS os --? OSInformation
     JOIN (SELECT last(name, startTime) AS name FROM VirtualizationInformation) AS machine --? VirtualizationInformation
     JOIN (SELECT last(cpu, startTime) AS cpu, last(cores, startTime) AS cores, last(hwThreads, startTime) AS hwThreads, last(sockets, startTime) AS sockets, last(description, startTime) AS description FROM CPUInformation) AS cpus --? CPUInformation
