/* Recordings of several chunks with events of all shapes that heads tell apart: with and without a
 * time, a duration, a thread, in this order and another one. */
#pragma once

#include "tests/support/asked_sql.h"
#include "tests/support/random.h"

enum {              /* event types */
       WHOLE = 200, /* startTime, duration, eventThread: as HotSpot has them */
       SHORT,       /* startTime */
       WALL,        /* eventThread, startTime in ms since 1970 */
       FAR,         /* startTime, a text, duration in ms, eventThread */
       BARE,        /* none of them */
       NEVER,       /* and there are none */
       TURNED,      /* startTime, eventThread, duration */
       LARGE = 70000,
};

static void begin_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "jdk.jfr.Event");
}

static void add_number(struct recording *r, const char *name, uint64_t kind, const char *unit) {
    field_begin(r, name, TYPE_LONG, FIELD_PLAIN);
    annotation(r, kind, unit);
    field_end(r);
}

static void add_types(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    for (int i = 0; i < 2; i++) {
        begin_type(r, i ? LARGE : WHOLE, i ? "jdk.Large" : "jdk.Whole");
        add_number(r, "startTime", TYPE_TIMESTAMP, "TICKS");
        add_number(r, "duration", TYPE_TIMESPAN, "TICKS");
        field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
        type_end(r);
    }
    begin_type(r, SHORT, "jdk.Short");
    add_number(r, "startTime", TYPE_TIMESTAMP, "TICKS");
    type_end(r);
    begin_type(r, WALL, "jdk.Wall");
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    add_number(r, "startTime", TYPE_TIMESTAMP, "MILLISECONDS_SINCE_EPOCH");
    type_end(r);
    begin_type(r, FAR, "jdk.Far");
    add_number(r, "startTime", TYPE_TIMESTAMP, "TICKS");
    field(r, "text", TYPE_STRING, FIELD_PLAIN);
    add_number(r, "duration", TYPE_TIMESPAN, "MILLISECONDS");
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    type_end(r);
    begin_type(r, BARE, "jdk.Bare");
    field(r, "value", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    begin_type(r, TURNED, "jdk.Turned");
    add_number(r, "startTime", TYPE_TIMESTAMP, "TICKS");
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    add_number(r, "duration", TYPE_TIMESPAN, "TICKS");
    type_end(r);
    begin_type(r, NEVER, "jdk.Never");
    add_number(r, "startTime", TYPE_TIMESTAMP, "TICKS");
    type_end(r);
    metadata_end(r);
}

static void add_event(struct recording *r, uint64_t type, int64_t start, int64_t span,
                      uint64_t thread) {
    event_begin(r, type);
    if (type == WALL) {
        put_long(r, (int64_t)thread);
        put_long(r, START_NS / 1000000 + (int64_t)random_below(3));
    } else if (type != BARE) {
        put_long(r, start);
    }
    if (type == FAR) put_utf8(r, "far");
    if (type == FAR) put_long(r, (int64_t)random_below(2));
    if (type == WHOLE || type == LARGE) put_long(r, span);
    if (type != SHORT && type != WALL && type != BARE) put_long(r, (int64_t)thread);
    if (type == TURNED) put_long(r, span);
    if (type == BARE) put_long(r, 7);
    event_end(r);
}

struct shape {
    int64_t ticks_per_second, step; /* between events, ticks */
    uint64_t key_step;
    bool fixed, odd; /* also events whose times are in other units */
};

static const struct shape shapes[] = {
    {1000000000, 10, 1, false, true},
    {1000000000, 0, 1, true, true},
    {2900000000, 2, 1000, false, false},
    {10000000000, 3, 1 << 20, false, false},
    {1000000, 1, 1, false, false},
    {2900000000, 100000, 1, true, false},
    {2900000000, -1, 1, false, false},
    {1000000000000000000, 1, 1, false, false},
    {1000, INT64_C(1) << 47, 1, false, true},
};

static void add_chunk(const struct shape *shape, int number) {
    static const uint64_t types[] = {WHOLE, LARGE, SHORT, TURNED, BARE, WALL, FAR};
    static const char *const names[] = {"main", "pool-1", "pool-2", "", "worker"};
    struct chunk_head head = usual_head;
    struct jvm jvm = {.key_step = shape->key_step};
    head.ticks_per_second = shape->ticks_per_second;
    head.start_ns += number * INT64_C(1000);
    if (shape->fixed) head.flags &= (uint16_t)~1U;
    chunk_begin(&recording, &head);
    add_types(&recording);
    for (int64_t i = 0, start = head.start_ticks; i < 300; i++, start += shape->step) {
        uint64_t type = types[random_below(shape->odd ? 7 : 5)];
        uint64_t thread = jvm_thread(&jvm, names[random_below(5)]);
        int64_t span = (int64_t)random_below(i % 50 == 0 ? 400 : 8);
        add_event(&recording, type, start, i % 90 == 89 ? INT64_MIN : span, thread);
        if (i % 70 == 69) add_event(&recording, type, start, 3, 0); /* no thread */
    }
    jvm_pools(&jvm, &recording);
    chunk_end(&recording);
    jvm_free(&jvm);
}
