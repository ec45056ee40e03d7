/* The Method Profiling report as one HTML file that stands alone: hot methods, who calls them and
 * what they call, the flame graph, time and threads, each of which restricts or points at the
 * others.
 *
 *   page_input --page_data--> bytes --gzip, base64--> <script type=data>   read by
 * cmd/assets/page/page*.js
 *
 * The file asks for nothing from anywhere. Names from the recording are nowhere in it but in the
 * compressed data (and, escaped, the title).
 */
#ifndef CMD_PAGE_PAGE_H
#define CMD_PAGE_PAGE_H

#include "analyzers/facts/facts.h"
#include "analyzers/profile/profile.h"
#include "analyzers/walk/scan.h"
#include "cmd/pictures/flame_svg.h"

enum page_part { PAGE_METHODS, PAGE_FLAME, PAGE_HEAT_MAP };

struct page_verdict {     /* what a rule found; texts are plain */
    const char *severity; /* "WARNING", "INFO", "OK", "NA" */
    double score;         /* 0..100; negative: none */
    const char *title;    /* one line, which says the severity too */
    const char *text;     /* a paragraph a line; or NULL */
    uint32_t frame;       /* the method: index into profile->frames.rows; PROFILE_NONE: none */
    int64_t from_ns,
        to_ns; /* the window it is about, since the epoch, both included; both 0: none */
};

struct page_input {
    const struct profile *profile; /* PROFILE_SAMPLES; frames by line, with types and modules */
    const struct facts *facts;     /* finished; or NULL */
    const struct scan_report *report;
    const char *title; /* "app.jfr" */
    const char *event; /* "jdk.ExecutionSample"; NULL: there was none */
    const struct page_verdict *verdicts;
    size_t verdict_count;
    uint64_t unresolved;  /* samples whose stack was not in the recording */
    bool filtered;        /* options left samples out before */
    enum page_part opens; /* which part comes first */
    /* How it opens. */
    enum frame_by by; /* by bytecode index is shown by line */
    enum flame_color color;
    bool reverse, flame; /* merged from the leaves; root at the bottom */
    bool value;          /* what samples are worth, not how many there are */
};

/* Appends the whole page. The same recording gives the same bytes, whatever the ids in the profile.
 */
void page_write(const struct page_input *input, struct text *out);

#endif
