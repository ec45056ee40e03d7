/* An event with one field of any type, visited from the bytes to JSON. */
#pragma once

#include "tests/support/event_json.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT = 500, SYMBOL, CLASS, GROUP, POINT, LINE, BAG, SELF, FRAME, STACK, TWINS, CAUSE };

/* A chunk whose event has one field, written by the test, so that each layout stands alone. */
struct visited {
    struct recording r;
    struct opened o;
    struct jfr_constants *constants;
    struct jfr_visitor *visitor;
    struct jfr_event event;
    struct text json;
    enum jfr_code code;
    uint64_t frames;
};

static inline void simple_type(struct recording *r, uint64_t id, const char *name) {
    element_begin(r, "class");
    attribute_number(r, "id", id);
    attribute(r, "name", name);
    attribute(r, "simpleType", "true");
}

/* The types of all tests, and the event with the field. */
static inline void start_field(struct visited *v, uint64_t type, unsigned how, bool fixed) {
    struct recording *r = &v->r;
    struct chunk_head head = usual_head;
    *v = (struct visited){.frames = UINT64_MAX};
    if (fixed) head.flags = 0;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    simple_type(r, SYMBOL, "jdk.types.Symbol");
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    simple_type(r, CAUSE, "Cause");
    field(r, "symbol", SYMBOL, FIELD_POOLED);
    type_end(r);
    type_begin(r, CLASS, "java.lang.Class", NULL);
    field(r, "name", SYMBOL, FIELD_POOLED);
    field(r, "outer", CLASS, FIELD_POOLED);
    type_end(r);
    type_begin(r, GROUP, "jdk.types.ThreadGroup", NULL);
    field(r, "parent", GROUP, FIELD_POOLED);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, POINT, "Point", NULL);
    field(r, "x", TYPE_INT, FIELD_PLAIN);
    field(r, "y", TYPE_SHORT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, LINE, "Line", NULL);
    field(r, "from", POINT, FIELD_PLAIN);
    field(r, "to", POINT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, BAG, "Bag", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "points", POINT, FIELD_ARRAY);
    field(r, "size", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, SELF, "Self", NULL);
    field(r, "self", SELF, FIELD_PLAIN);
    type_end(r);
    type_begin(r, FRAME, "jdk.types.StackFrame", NULL);
    field(r, "line", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, STACK, "jdk.types.StackTrace", NULL);
    field(r, "frames", FRAME, FIELD_ARRAY);
    field(r, "truncated", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TWINS, "Twins", NULL);
    field(r, "one", TWINS, FIELD_POOLED);
    field(r, "other", TWINS, FIELD_POOLED);
    type_end(r);
    type_begin(r, EVENT, "Event", "jdk.jfr.Event");
    field(r, "v", type, how);
    type_end(r);
    metadata_end(r);
}

static inline void start(struct visited *v, uint64_t type, unsigned how) {
    start_field(v, type, how, false);
}

/* Ends the chunk and opens it, with all its constants and its event. */
static inline void open_event(struct visited *v) {
    struct jfr_event event;
    chunk_end(&v->r);
    open_first(&v->o, &v->r);
    v->constants = jfr_constants_open(&v->o.chunk, v->o.metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&v->o.chunk, v->o.metadata, &v->o.log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    jfr_cursor_want(cursor, EVENT);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == EVENT) v->event = event;
        else jfr_constants_add(v->constants, &event, &v->o.log);
    }
    jfr_cursor_close(cursor);
    v->visitor = jfr_visitor_open(&v->o.chunk, v->o.metadata, v->constants);
}

static inline const char *visited_json(struct visited *v) {
    struct event_json e = {
        .chunk = &v->o.chunk, .json = json_open(&v->json, JSON_COMPACT), .frames = v->frames};
    text_clear(&v->json);
    v->code = jfr_visit_event(v->visitor, &v->event, event_json_item, &e);
    ck_assert_uint_eq(e.depth, 0);
    return text_str(&v->json);
}

static inline void done(struct visited *v) {
    jfr_visitor_close(v->visitor);
    jfr_constants_close(v->constants);
    opened_close(&v->o);
    recording_free(&v->r);
    text_free(&v->json);
}

static inline void expect_code(struct visited *v, enum jfr_code code, const char *json) {
    open_event(v);
    ck_assert_str_eq(visited_json(v), json);
    ck_assert_int_eq(v->code, code);
    done(v);
}

static inline void expect(struct visited *v, const char *json) {
    expect_code(v, JFR_OK, json);
}
