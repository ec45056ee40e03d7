/* Time zones: what clocks on a wall show, from ns since the epoch and back.
 *
 * Wall times are in ns, too: what the clock shows, as if it were UTC. A zone is an offset, or one
 * of the system's zoneinfo (Europe/Berlin, with its daylight saving). Of the latter a process has
 * one, the C library's: zone_parse makes it that.
 */
#pragma once

#include "base/text.h"

enum zone_kind {
    ZONE_UNSAID = 0 /* UTC, unless a recording says otherwise */,
    ZONE_OFFSET,
    ZONE_NAMED
};

struct zone {
    enum zone_kind kind;
    int64_t offset_ns; /* of ZONE_OFFSET: what is added to UTC */
    const char *name;  /* of ZONE_NAMED: as it was given, borrowed; "local" is the machine's */
};

/* "utc", "Z", "local", "+02:00", "-5", "+0530", "Europe/Berlin". False: no such zone. */
bool zone_parse(const char *text, struct zone *out);
/* An offset as a recording's metadata says it; beyond 18 hours it is damage, and UTC. */
struct zone zone_of_recording(int64_t offset_ms);

/* ns since the epoch. Of a wall time that a change of clocks skips or repeats, one of the two. */
int64_t zone_to_ns(const struct zone *zone, int64_t wall_ns);
int64_t zone_to_wall(const struct zone *zone, int64_t ns);

/* "UTC", "UTC+02:00", "Europe/Berlin". */
void zone_add_name(const struct zone *zone, struct text *out);
/* "2026-11-20 21:31:00.500", without the fraction where it is 0. */
void zone_add_time(const struct zone *zone, int64_t ns, struct text *out);
