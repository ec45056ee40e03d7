-- System Information
-- form, environment
-- needs: CPUInformation or PhysicalMemory or OSInformation or VirtualizationInformation
-- units: bytes, text, text, text, n, n, n, text
SELECT
       (SELECT last(totalSize, startTime) FROM PhysicalMemory) AS "Total Physical Memory Size", --? PhysicalMemory
       NULL AS "Total Physical Memory Size", --! PhysicalMemory
       (SELECT last(osVersion, startTime) FROM OSInformation) AS "OS Version", --? OSInformation
       NULL AS "OS Version", --! OSInformation
       (SELECT last(name, startTime) FROM VirtualizationInformation) AS "Virtualization", --? VirtualizationInformation
       NULL AS "Virtualization", --! VirtualizationInformation
       (SELECT last(cpu, startTime) FROM CPUInformation) AS "CPU Type", --? CPUInformation
       (SELECT last(cores, startTime) FROM CPUInformation) AS "Number of Cores", --? CPUInformation
       (SELECT last(hwThreads, startTime) FROM CPUInformation) AS "Number of Hardware Threads", --? CPUInformation
       (SELECT last(sockets, startTime) FROM CPUInformation) AS "Number of Sockets", --? CPUInformation
       (SELECT last(description, startTime) FROM CPUInformation) AS "CPU Description" --? CPUInformation
       NULL AS "CPU Description" --! CPUInformation
