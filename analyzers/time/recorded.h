/* Recorded: where clocks stood when the recording was made, and by which chunks an event type could
 * have been recorded: others may lie beside them, as those of async-profiler, and of the same time
 * they would say that nothing happened. */
#pragma once

#include "analyzers/time/zone.h"
#include "analyzers/walk/walk.h"
#include "base/array.h"

struct recorded {
    bool known;                  /* are the two below? */
    int64_t since_ns, offset_ms; /* start of the chunk that starts first, its distance from UTC */
    ARRAY(const char *) events;  /* as in the options, RECORDED_EVENTS at most */
    struct map chunks;           /* hash of recording and offset -> which of them it knows, a bit
                                    each */
};

#define RECORDED_EVENTS 63
/* Its state is a struct recorded; its options name an event type, as often as it is joined. */
extern const struct reader recorded_reader;

/* After a run that it took part in. Of the first recording; UTC if none says it. */
struct zone recorded_zone(const struct walk_run *run);
/* What was recorded of from..to (both inclusive), ns: of one recording the time that its chunks
 * cover, of several, which may be of several JVMs at once, the sum over the chunks that know the
 * event type, one of the options. */
int64_t recorded_ns(const struct walk_run *run, const struct scan_report *report, const char *event,
                    int64_t from_ns, int64_t to_ns);
