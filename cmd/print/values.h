/* Values of events as all formats of `print` have them: numbers, times and spans. */
#pragma once

#include "analyzers/time/zone.h"
#include "base/java.h"
#include "parser/jfr.h"

struct clock { /* of a chunk */
    const struct jfr_chunk *chunk;
    struct zone zone;
    int64_t hour;     /* whose offset is known */
    int32_t offset_s; /* of that hour */
    bool known;
};

/* zone: of the user, or ZONE_UNSAID: the recording's. */
struct clock clock_of(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                      const struct zone *zone);

enum value_kind {
    VALUE_OTHER,
    VALUE_TIME,
    VALUE_SPAN,
    VALUE_NEVER,   /* the least time or span: there is none */
    VALUE_FOREVER, /* the longest span */
};

/* What an integer stands for; *instant is filled for a time (since the epoch) and a span. A unit
 * that is neither: VALUE_OTHER. */
enum value_kind value_instant(const struct clock *clock, const struct jfr_item *item,
                              struct java_instant *instant);
/* How far the zone's clocks are ahead at that time. */
int32_t value_offset(struct clock *clock, struct java_instant time);

/* An integer as JSON and XML have it: digits, or the text of a time or span. True: it is a text. */
bool value_add_integer(struct clock *clock, const struct jfr_item *item, struct text *out);
/* The digits. */
void value_add_number(const struct jfr_item *item, struct text *out);
