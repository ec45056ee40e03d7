#include "analyzers/tables/unsaid.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *event, *field;
} unsaid[] = {
    {"jdk.PhysicalMemory", "totalSize"},
    {"jdk.PhysicalMemory", "usedSize"},
    {"jdk.CPUInformation", "sockets"},
    {"jdk.CPUInformation", "cores"},
    {"jdk.CPUInformation", "hwThreads"},
    {"jdk.ContainerMemoryUsage", "memoryUsage"},
    {"jdk.ContainerConfiguration", "effectiveCpuCount"},
    {"jdk.ResidentSetSize", "size"},
    {"jdk.ResidentSetSize", "peak"},
    {"jdk.GCHeapConfiguration", "maxSize"},
    {"jdk.JavaThreadStatistics", "activeCount"},
    {"jdk.JavaThreadStatistics", "peakCount"},
};

bool unsaid_if_nought(const char *event, const char *field) {
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (strcmp(unsaid[i].event, event) == 0 && strcmp(unsaid[i].field, field) == 0) return true;
    return false;
}
