/* Contextual fields: event types whose events say what a thread is about while they last, by the
 * annotation jdk.jfr.Contextual (JDK 25) of some of their fields: a request's endpoint, a test's
 * name. Also spans of async-profiler, which have it, and endpoints of Datadog's tracer, which have
 * not. */
#pragma once

#include "analyzers/walk/scan.h"
#include "base/strings.h"

/* Says of a span of Datadog's tracer what it is about, at some time during it or after it. */
#define CONTEXTUAL_SPANS "datadog.Endpoint"

struct contextual_field {
    uint32_t type, field; /* names */
    bool by_span;         /* a tracer's, whose samples know the span that they belong to */
};

struct contextual {
    struct strings names;
    ARRAY(struct contextual_field) fields; /* by type, in the order of the type's fields */
};

/* Has the field the annotation? */
bool contextual_has(const struct jfr_field *field);
/* Reads headers and metadata. report is the caller's to free. */
struct contextual *contextual_read(const struct scan_options *scan, struct scan_report *report);
void contextual_free(struct contextual *contextual);
