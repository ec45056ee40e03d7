#include "cmd/print/values.h"

#include "base/units.h"

struct clock clock_of(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                      const struct zone *zone) {
    return (struct clock){.chunk = chunk,
                          .zone =
                              zone->kind == ZONE_UNSAID
                                  ? zone_of_recording(metadata->gmt_offset_ms + metadata->dst_ms)
                                  : *zone};
}

/* Counts in a second; 0: the unit is none of time. */
static int64_t per_second(enum jfr_unit unit) {
    switch (unit) {
    case JFR_UNIT_TICKS_SPAN:
    case JFR_UNIT_TICKS_TIME:
    case JFR_UNIT_NS_SPAN:
    case JFR_UNIT_NS_TIME: return NS_PER_S;
    case JFR_UNIT_US_SPAN: return 1000000;
    case JFR_UNIT_MS_SPAN:
    case JFR_UNIT_MS_TIME: return 1000;
    case JFR_UNIT_S_SPAN:
    case JFR_UNIT_S_TIME: return 1;
    default: return 0;
    }
}

static bool is_span(enum jfr_unit unit) {
    return unit == JFR_UNIT_TICKS_SPAN || unit == JFR_UNIT_NS_SPAN || unit == JFR_UNIT_US_SPAN ||
           unit == JFR_UNIT_MS_SPAN || unit == JFR_UNIT_S_SPAN;
}

enum value_kind value_instant(const struct clock *clock, const struct jfr_item *item,
                              struct java_instant *instant) {
    int64_t count = item->number, rate = per_second(item->unit);
    bool span = is_span(item->unit),
         ticks = item->unit == JFR_UNIT_TICKS_SPAN || item->unit == JFR_UNIT_TICKS_TIME;
    if (!rate) return VALUE_OTHER;
    if (item->base == JFR_LONG && count == INT64_MIN) return VALUE_NEVER;
    if (item->base == JFR_LONG && span && count == INT64_MAX) return VALUE_FOREVER;
    if (ticks) jfr_chunk_ns(clock->chunk, item->unit, count, &count);
    *instant = java_instant_of(count, rate);
    return span ? VALUE_SPAN : VALUE_TIME;
}

/* Clocks change at quarters of an hour at most. */
int32_t value_offset(struct clock *clock, struct java_instant time) {
    if (clock->zone.kind != ZONE_NAMED) return (int32_t)(clock->zone.offset_ns / NS_PER_S);
    int64_t quarter = time.seconds / 900;
    if (clock->known && clock->hour == quarter) return clock->offset_s;
    int64_t ns;
    if (__builtin_mul_overflow(quarter * 900, NS_PER_S, &ns)) return 0;
    clock->offset_s = (int32_t)((zone_to_wall(&clock->zone, ns) - ns) / NS_PER_S);
    clock->hour = quarter;
    clock->known = true;
    return clock->offset_s;
}

void value_add_number(const struct jfr_item *item, struct text *out) {
    bool negative = !item->is_unsigned && item->number < 0;
    if (negative) text_add_char(out, '-');
    text_add_u64(out, negative ? 0 - (uint64_t)item->number : (uint64_t)item->number);
}

bool value_add_integer(struct clock *clock, const struct jfr_item *item, struct text *out) {
    struct java_instant instant;
    switch (value_instant(clock, item, &instant)) {
    case VALUE_TIME: java_add_time(out, instant, value_offset(clock, instant)); return true;
    case VALUE_SPAN: java_add_span(out, instant); return true;
    case VALUE_NEVER:
        text_add(out, is_span(item->unit) ? "PT-2562047788015215H-30M-8S"
                                          : "-999999999-01-01T00:00+18:00");
        return true;
    case VALUE_FOREVER: text_add(out, "PT2562047788015215H30M7.999999999S"); return true;
    default: value_add_number(item, out); return false;
    }
}
