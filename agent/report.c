#include "agent/report.h"

#include "agent/engines/engines.h"

#include <inttypes.h>

static void add(struct text *out, const char *name, uint64_t number) {
    text_addf(out, "%s %" PRIu64 "\n", name, number);
}

void report_add(struct text *out, struct recording *recording,
                const struct agent_options *options) {
    struct recording_counts counts = recording_counts(recording);
    struct recording_status status = recording_status(recording);
    text_addf(out, "engine %s\n", engines_main(options)->name);
    add(out, "started", (uint64_t)counts.start_ms);
    add(out, "running", counts.events[RECORDING_EXECUTION_SAMPLE]);
    add(out, "native", counts.events[RECORDING_NATIVE_SAMPLE]);
    if (options->wall_ns > 0) add(out, "wall", counts.events[RECORDING_WALL_SAMPLE]);
    if (options->alloc_bytes > 0) add(out, "alloc", counts.events[RECORDING_ALLOCATION_SAMPLE]);
    if (options->lock_ns >= 0)
        add(out, "lock",
            counts.events[RECORDING_MONITOR_ENTER] + counts.events[RECORDING_THREAD_PARK]);
    add(out, "requested", counts.requested);
    add(out, "taken", counts.taken);
    add(out, "timed-out", counts.timed_out);
    add(out, "left", counts.left);
    add(out, "exited", counts.exited);
    add(out, "crashed", counts.crashed);
    add(out, "failed", counts.failed);
    add(out, "no-processor", counts.no_processor);
    add(out, "file-bytes", status.file_bytes);
    add(out, "held-bytes", status.held_bytes);
    add(out, "lost-events", status.lost_events);
    add(out, "chunks", status.chunks);
    text_addf(out, "file %s\n", recording_path(recording)); /* last: a name may hold anything */
}
