/* A recording as one HTML file that stands alone: where time went and what caused it, hot methods,
 * who calls them and what they call, the flame graph, time and threads, each of which restricts or
 * points at the others.
 *
 *   page_input --page_data--> bytes --gzip, base64--> <script type=data>   read by
 * cmd/assets/page/page*.js
 *
 * The file asks for nothing from anywhere. Names from the recording are nowhere in it but in the
 * compressed data (and, escaped, the title).
 */
#pragma once

#include "analyzers/facts/facts.h"
#include "analyzers/profile/profile.h"
#include "analyzers/rules/rule.h"
#include "analyzers/samples/selection.h"
#include "analyzers/time/zone.h"
#include "analyzers/walk/scan.h"
#include "cmd/page/lanes.h"
#include "cmd/pictures/flame_svg.h"

#define PAGE_GRAIN_NS 1000000              /* what the page tells apart: a millisecond */
#define PAGE_MOST_ROWS ((size_t)1 << 20)   /* of a set, which a browser still draws at once */
#define PAGE_MOST_OTHERS ((size_t)1 << 16) /* of each other kind of samples: there are several */

enum page_part { PAGE_ACCOUNT, PAGE_CHANGES, PAGE_METHODS, PAGE_FLAME, PAGE_HEAT_MAP };

struct page_set {      /* samples of one kind, one of which is shown at a time */
    const char *kind;  /* as --event takes it: "alloc"; NULL: of what was asked for */
    const char *event; /* "jdk.ExecutionSample"; NULL: there was none */
    /* PROFILE_SAMPLES; frames by line, with types and modules. The page is made of it in place: it
     * is to be freed, and of no other use afterwards. */
    struct profile *profile;
};

struct page_input {
    const struct profile *profile; /* of the first set, which findings are about */
    const struct page_set *sets;   /* at least one */
    size_t set_count;
    const struct page_lanes *lanes;
    const char *const *tabs;   /* name and markup of each, up to NULL */
    const struct facts *facts; /* finished */
    const struct scan_report *report;
    int64_t recorded_ns;               /* see struct samples */
    const struct zone *zone;           /* whose clocks are shown */
    const char *title;                 /* "app.jfr" */
    const char *event;                 /* "jdk.ExecutionSample"; NULL: there was none */
    const struct findings *findings;   /* about the profile */
    const char *proof;                 /* see struct samples; "": not known */
    bool late;                         /* see struct samples */
    uint64_t unresolved;               /* samples whose stack was not in the recording */
    bool filtered;                     /* options left samples out before */
    const struct selection *selection; /* --by FIELD, --within; or NULL: none */
    enum page_part opens;              /* what is looked at first */
    /* How it opens. */
    enum frame_by by; /* by bytecode index is shown by line */
    enum flame_color color;
    bool reverse, flame; /* merged from the leaves; root at the bottom */
    bool value;          /* what samples are worth, not how many there are */
};

/* Appends the whole page: of one recording, or of two sides that are compared, the base first. The
 * same recordings give the same bytes, whatever the ids in the profiles.
 */
void page_write(const struct page_input *sides, size_t count, struct text *out);
