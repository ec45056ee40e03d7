/* Builds: what lines of facts say of each of them, in order.
 *
 *   a folder      each file and folder in it is a build: recordings, profiles, lines of facts
 *   one file      of lines of facts: each line is a build
 *   several       each file or folder is one
 *
 * What belongs to one build is added up. Recordings and profiles become lines by the command facts,
 * in a child. */
#pragma once

#include "base/strings.h"
#include "base/text.h"

enum build_figure {                   /* of a line; MISSING_REAL: not known */
                    BUILD_CPU,        /* share of all processors, 0..1 */
                    BUILD_GC_PAUSES,  /* share of the time, 0..1 */
                    BUILD_ALLOCATION, /* bytes a second */
                    BUILD_EXCEPTIONS, /* a second */
                    BUILD_THROTTLED,  /* threads kept from running, on average */
                    BUILD_HEAP,       /* bytes, the most */
                    BUILD_FIGURES,
};

struct build_method {
    uint32_t name; /* of builds.methods */
    double self, total;
};

struct build {
    char *label; /* the file's name without its endings, or the folder's */
    char *path;
    int64_t start_ns; /* of its first recording; MISSING: not known */
    size_t recordings;
    double seconds, samples;
    double figures[BUILD_FIGURES];
    ARRAY(struct build_method) methods;
};

struct build_left_out {
    char *path, *why;
};

struct builds {
    ARRAY(struct build) items; /* that something is known of, in order */
    ARRAY(struct build_left_out) left_out;
    struct strings methods;
};

/* by_time: in order of their first recordings, else of their names, in which numbers count as such:
 * build-9 before build-10. False: nothing could be looked at; the sentence has been said. */
bool builds_read(const struct text_list *paths, bool by_time, struct builds *builds);
void builds_free(struct builds *builds);
/* Numbers in names count as such; for names as builds have them. */
int builds_compare_names(const char *a, const char *b);
