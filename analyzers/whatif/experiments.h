/* Experiments as recordings have them (jfragent.Experiment), made into an answer.
 *
 *   walk_join(&run, &tables_reader, &experiments_wishes); walk_start(...);
 *   experiments_make(&tables, 1, &experiments); ... experiments_free(&experiments);
 *
 * Windows of several recordings of one program are one answer: neighbours are those of one time.
 * Texts are those of the tables' things. */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/whatif/gains.h"

struct experiments_method {
    const char *name;       /* "com.acme.Parser.parse" */
    uint64_t hits, samples; /* in windows that were left alone */
};

struct experiments {
    ARRAY(struct experiments_method) methods; /* windows name them by their place here */
    ARRAY(struct whatif_window) windows;
    const char *point;   /* of progress; NULL: there is no window */
    bool several_points; /* there were others, which are left out */
    struct whatif_answer answer;
};

extern const struct wishes experiments_wishes;

/* Of so many readings, which keep the texts. */
void experiments_make(const struct tables *const *tables, size_t count,
                      struct experiments *experiments);
void experiments_free(struct experiments *experiments);
/* Share of the samples, percent; MISSING_REAL: it is not known. */
double experiments_share(const struct experiments *experiments, uint32_t method);
