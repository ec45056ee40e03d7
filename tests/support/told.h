/* Recordings told in a text, for tests of what is made of their events:
 *
 *   "jdk.DirectBufferStatistics maxCapacity:l count:l memoryUsed:l\n"   an event type, its fields
 *   "@5000 1000 3 950\n"                                                an event after 5 s
 *   "@0*10/1000 100+5 ...\n"            ten, one each second, with 100, 105, 110... in the field
 *
 * Fields are l: number, d: span in ms, y: bytes, b: 0 or 1, f: number with a fraction, p: one that
 * is a share of one, z: of bytes, s: text ('_' is a blank, '|' a line break), C: class, T: thread,
 * K: stack, leaf first, with commas, m: a struct that has a number, "used", o: one that has a
 * class, "type". */
#pragma once

#include "tests/support/jvm.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_LOADERS = 298, TOLD_SIZES = 299, TOLD_FIRST = 300, TOLD_FIELDS = 18, TOLD_TYPES = 8 };

struct told_type { /* an event type */
    char name[80];
    char fields[TOLD_FIELDS][40];
    char kinds[TOLD_FIELDS];
    size_t count;
};

static inline const char *told_next(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static inline size_t told_types_of(const char *text, struct told_type *types) {
    size_t count = 0;
    for (const char *line = text; *line; line = told_next(line)) {
        if (*line == '@') continue;
        struct told_type *type = &types[count++];
        *type = (struct told_type){.count = 0};
        char copy[400];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        char *rest = copy, *word = strsep(&rest, " ");
        snprintf(type->name, sizeof type->name, "%.79s", word);
        while ((word = strsep(&rest, " "))) {
            type->kinds[type->count] = word[strlen(word) - 1];
            snprintf(type->fields[type->count++], 40, "%.*s", (int)strlen(word) - 2, word);
        }
    }
    return count;
}

static inline void told_field_of(struct recording *r, const char *name, char kind) {
    static const struct {
        char kind;
        int type, how;
    } kinds[] = {{'l', TYPE_LONG, FIELD_PLAIN},        {'b', TYPE_BOOLEAN, FIELD_PLAIN},
                 {'f', TYPE_DOUBLE, FIELD_PLAIN},      {'s', TYPE_STRING, FIELD_PLAIN},
                 {'m', TOLD_SIZES, FIELD_PLAIN},       {'C', TYPE_CLASS, FIELD_POOLED},
                 {'o', TOLD_LOADERS, FIELD_PLAIN},     {'T', TYPE_THREAD, FIELD_POOLED},
                 {'K', TYPE_STACK_TRACE, FIELD_POOLED}};
    static const struct {
        char kind;
        int type, unit;
        const char *value;
    } units[] = {{'d', TYPE_LONG, TYPE_TIMESPAN, "MILLISECONDS"},
                 {'u', TYPE_LONG, TYPE_TIMESPAN, "MICROSECONDS"},
                 {'y', TYPE_LONG, TYPE_DATA_AMOUNT, "BYTES"},
                 {'p', TYPE_DOUBLE, TYPE_PERCENTAGE, NULL},
                 {'z', TYPE_DOUBLE, TYPE_DATA_AMOUNT, "BYTES"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (units[i].kind != kind) continue;
        field_begin(r, name, (uint64_t)units[i].type, FIELD_PLAIN);
        annotation(r, (uint64_t)units[i].unit, units[i].value);
        field_end(r);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == kind) field(r, name, (uint64_t)kinds[i].type, (unsigned)kinds[i].how);
}

static inline void told_describe(struct recording *r, const struct told_type *types, size_t count) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, TOLD_SIZES, "jdk.types.MetaspaceSizes", NULL);
    field(r, "used", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TOLD_LOADERS, "jdk.types.ClassLoader", NULL);
    field(r, "type", TYPE_CLASS, FIELD_POOLED);
    type_end(r);
    for (size_t i = 0; i < count; i++) {
        type_begin(r, TOLD_FIRST + i, types[i].name, "jdk.jfr.Event");
        field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
        annotation(r, TYPE_TIMESTAMP, "TICKS");
        field_end(r);
        for (size_t k = 0; k < types[i].count; k++)
            told_field_of(r, types[i].fields[k], types[i].kinds[k]);
        type_end(r);
    }
    metadata_end(r);
}

static inline void told_put_value(struct recording *r, struct jvm *jvm, char kind, const char *word,
                                  int64_t i) {
    char text[400];
    char *more;
    double number = strtod(word, &more);
    if (*more == '+') number += (double)i * strtod(more + 1, NULL);
    snprintf(text, sizeof text, "%.399s", word);
    for (char *c = text; *c; c++) {
        if (*c == '_' && (kind == 's' || kind == 'T')) *c = ' ';
        if (*c == '|') *c = '\n';
        if (*c == ',' && kind == 'K') *c = ' ';
    }
    switch (kind) {
    case 'b': put_boolean(r, number > 0); break;
    case 'f':
    case 'p':
    case 'z': put_double(r, number); break;
    case 's': put_utf8(r, text); break;
    case 'o':
    case 'C': put_long(r, (int64_t)jvm_class(jvm, text)); break;
    case 'T': put_long(r, (int64_t)jvm_thread(jvm, text)); break;
    case 'K': put_long(r, (int64_t)jvm_stack(jvm, text)); break;
    default: put_long(r, (int64_t)number); break;
    }
}

static inline void told_put_events(struct recording *r, struct jvm *jvm,
                                   const struct told_type *types, const char *text) {
    size_t type = SIZE_MAX;
    for (const char *line = text; *line; line = told_next(line)) {
        if (*line != '@') {
            type++;
            continue;
        }
        char copy[600];
        int64_t ms, times = 1, step = 0;
        sscanf(line, "@%" SCNd64 "*%" SCNd64 "/%" SCNd64, &ms, &times, &step);
        for (int64_t i = 0; i < times; i++) {
            snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
            char *rest = copy;
            strsep(&rest, " ");
            event_begin(r, TOLD_FIRST + type);
            put_long(r, 1000 + (ms + i * step) * 1000000);
            for (size_t k = 0; k < types[type].count; k++) {
                const char *word = strsep(&rest, " ");
                ck_assert_msg(word, "%s: a value is missing", line);
                told_put_value(r, jvm, types[type].kinds[k], word, i);
            }
            event_end(r);
        }
    }
}

/* Appends a chunk of them, which begins then and lasts that long. */
static inline void told_write_at(struct recording *r, const char *text, int64_t start_ns,
                                 int64_t duration_ns) {
    struct told_type types[TOLD_TYPES];
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    size_t count = told_types_of(text, types);
    head.start_ns = start_ns;
    head.duration_ns = duration_ns;
    chunk_begin(r, &head);
    told_describe(r, types, count);
    told_put_events(r, &jvm, types, text);
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

static inline void told_write(struct recording *r, const char *text, int64_t duration_ns) {
    told_write_at(r, text, usual_head.start_ns, duration_ns);
}
