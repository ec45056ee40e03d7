#include "analyzers/rules/jvm_options.h"

#include <string.h>

/* From the release notes of the JDK and HotSpot's own list of special flags (arguments.cpp), as JDK
 * Mission Control has them. */
static const struct fate_row {
    struct jvm_option_fate fate;
    const char *names; /* with blanks between them */
} fates[] = {
    {{0, 7, 8},
     "HandlePromotionFailure MaxLiveObjectEvacuationRatio ForceSharedSpaces "
     "UseParallelOldGCCompacting UseParallelDensePrefixUpdate UseParallelOldGCDensePrefix "
     "AllowTransitionalJSR292"},
    {{8, 23, 24}, "MaxGCMinorPauseMillis DefaultMaxRAMFraction"},
    {{8, 0, 0}, "UseCMSCompactAtFullCollection CMSFullGCsBeforeCompaction UseCMSCollectionPassing"},
    {{8, 0, 9},
     "CMSIncrementalDutyCycle CMSIncrementalDutyCycleMin CMSIncrementalMode CMSIncrementalOffset "
     "CMSIncrementalPacing CMSIncrementalSafetyFactor"},
    {{0, 8, 9},
     "AdaptivePermSizeWeight CMSInitiatingPermOccupancyFraction CMSPermGenPrecleaningEnabled "
     "CMSRevisitStackSize CMSTriggerPermRatio MaxPermHeapExpansion MaxPermSize "
     "MinPermHeapExpansion PermGenPadding PermMarkSweepDeadRatio PermSize PrintRevisitStats UseISM "
     "UseMPSS UsePermISM UseSplitVerifier UseStringCache UseVectoredExceptions"},
    {{0, 9, 0},
     "CreateMinidumpOnCrash AdaptiveSizePausePolicy AutoShutdownNMT BackEdgeThreshold "
     "CodeCacheMinimumFreeSpace DefaultThreadPriority JNIDetachReleasesMonitors "
     "LazyBootClassLoader NmethodSweepCheckInterval NmethodSweepFraction NoYieldsInMicrolock "
     "ParallelGCRetainPLAB PreInflateSpin ReflectionWrapResolutionErrors SafepointPollOffset "
     "StarvationMonitorInterval ThreadSafetyMargin UseAltSigs UseBoundThreads "
     "UseCompilerSafepoints UseFastAccessorMethods UseFastEmptyMethods UseNewReflection "
     "UseOldInlining VerifyReflectionBytecodes"},
    {{9, 0, 0},
     "UseParNewGC CMSMarkStackSizeMax CMSMarkStackSize G1MarkStackSize ParallelMarkingThreads "
     "ParallelCMSThreads"},
    {{10, 23, 24}, "InitialRAMFraction MaxRAMFraction MinRAMFraction"},
    {{11, 12, 13}, "AggressiveOpts"},
    {{11, 0, 0}, "UnlockCommercialFeatures"},
    {{11, 0, 0}, "UseContainerCpuShares"},
    {{0, 12, 13}, "MonitorInUseLists"},
    {{0, 14, 15},
     "UseConcMarkSweepGC CMSClassUnloadingEnabled CMSExpAvgFactor CMSInitiatingOccupancyFraction "
     "CMSScavengeBeforeRemark CMSTriggerRatio"},
    {{14, 15, 16}, "UseParallelOldGC"},
    {{0, 15, 16}, "UseAdaptiveGCBoundary"},
    {{15, 16, 17}, "ForceNUMA"},
    {{15, 18, 19}, "UseBiasedLocking BiasedLockingStartupDelay"},
    {{9, 16, 17}, "TraceClassLoading TraceClassUnloading TraceExceptions"},
    {{0, 18, 19}, "G1RSetRegionEntries G1RSetSparseRegionEntries"},
    {{0, 0, 19}, "GCParallelVerificationEnabled"},
    {{0, 20, 24},
     "G1UseAdaptiveConcRefinement G1ConcRefinementGreenZone G1ConcRefinementYellowZone "
     "G1ConcRefinementRedZone G1ConcRefinementThresholdStep G1ConcRefinementServiceIntervalMillis"},
    {{0, 21, 24}, "G1ConcRSLogCacheSize G1ConcRSHotCardLimit"},
    {{0, 0, 21}, "EnableWaitForParallelLoad"},
    {{0, 21, 0}, "MetaspaceReclaimPolicy"},
    {{22, 23, 24}, "RegisterFinalizersAtInit"},
    {{23, 24, 0},
     "PreserveAllAnnotations DontYieldALot UseEmptySlotsInSupers UseNotificationThread"},
};

static const struct {
    const char *text;
    struct jvm_option_fate fate;
} x_options[] = {
    {"incgc", {8, 0, 9}},   {"run", {8, 0, 9}},       {"verify:none", {13, 0, 0}},
    {"concgc", {0, 14, 0}}, {"noconcgc", {0, 14, 0}}, {"noagent", {22, 0, 23}},
    {"debug", {22, 0, 0}},
};

/* Is the name one of those in the list? */
static bool has(const char *list, const char *name, size_t len) {
    for (const char *at = list; *at;) {
        size_t own = strcspn(at, " ");
        if (own == len && memcmp(at, name, len) == 0) return true;
        at += own + (at[own] == ' ');
    }
    return false;
}

const struct jvm_option_fate *jvm_option_xx(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
        if (has(fates[i].names, name, len)) return &fates[i].fate;
    return NULL;
}

const struct jvm_option_fate *jvm_option_x(const char *text) {
    for (size_t i = 0; i < sizeof x_options / sizeof *x_options; i++)
        if (strncmp(text, x_options[i].text, strlen(x_options[i].text)) == 0)
            return &x_options[i].fate;
    return NULL;
}

bool jvm_option_next(const char **at, const char **word, size_t *len) {
    while (*at && **at == ' ') ++*at;
    if (!*at || !**at) return false;
    *word = *at;
    *len = strcspn(*at, " ");
    *at += *len;
    return true;
}
