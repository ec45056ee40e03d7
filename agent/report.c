#include "agent/report.h"

#include "agent/engines/engines.h"

#include <inttypes.h>

static void add(struct text *out, const char *name, int64_t number) {
    text_addf(out, "%s %" PRId64 "\n", name, number);
}

void report_add(struct text *out, struct recording *recording,
                const struct agent_options *options) {
    struct recording_counts counts = recording_counts(recording);
    struct recording_status status = recording_status(recording);
    int64_t failed = 0;
    for (int i = 0; i < RECORDING_FAILURES; i++) failed += counts.sum.failures[i];
    text_addf(out, "engine %s\n", engines_main(options)->name);
    add(out, "started", counts.start_ms);
    add(out, "running", (int64_t)(counts.events[RECORDING_EXECUTION_SAMPLE]));
    add(out, "native", (int64_t)(counts.events[RECORDING_NATIVE_SAMPLE]));
    if (options->wall_ns > 0) add(out, "wall", (int64_t)(counts.events[RECORDING_WALL_SAMPLE]));
    if (options->alloc_bytes > 0)
        add(out, "alloc", (int64_t)(counts.events[RECORDING_ALLOCATION_SAMPLE]));
    if (options->lock_ns >= 0)
        add(out, "lock",
            (int64_t)(counts.events[RECORDING_MONITOR_ENTER] +
                      counts.events[RECORDING_THREAD_PARK]));
    add(out, "requested", counts.sum.requested);
    add(out, "taken", counts.sum.taken);
    add(out, "timed-out", counts.sum.timed_out);
    add(out, "left", counts.sum.left);
    add(out, "exited", counts.sum.exited);
    add(out, "failed", failed);
    add(out, "no-processor", counts.sum.no_processor);
    add(out, "file-bytes", (int64_t)status.file_bytes);
    add(out, "held-bytes", (int64_t)status.held_bytes);
    add(out, "lost-events", (int64_t)status.lost_events);
    add(out, "chunks", (int64_t)status.chunks);
    text_addf(out, "file %s\n", recording_path(recording)); /* last: a name may hold anything */
}
