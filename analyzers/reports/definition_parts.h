/* What reading a definition is made of. */
#pragma once

#include "analyzers/reports/definition.h"

struct column_set { /* "columns NAME" */
    const char *name;
    ARRAY(struct report_column) columns;
};

struct reading_of { /* of a definition */
    struct report *report;
    struct report_error *error;
    size_t line;
    struct report_part *part; /* that lines are of; NULL: of the report */
    struct column_set *set;   /* likewise */
    ARRAY(struct column_set) sets;
    struct text description;
    bool paragraph; /* of the description has ended */
    bool failed;
};

/* Says what is wrong in the line at hand, the first time. False. */
bool definition_fail(struct reading_of *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The text without blanks around it, owned by the report. */
char *definition_keep(struct reading_of *r, const char *text, size_t len);
/* Bytes of the word that the text begins with. */
size_t definition_word(const char *text);

/* ==== Columns: definition_columns.c ========================================================== */

/* "EXPRESSION "title" key [flags]: meaning", of these words. */
bool definition_by(struct reading_of *r, const char *value);
bool definition_show(struct reading_of *r, const char *value);
bool definition_hide(struct reading_of *r, const char *value);
bool definition_make(struct reading_of *r, const char *value);
bool definition_pair(struct reading_of *r, const char *value);
bool definition_value(struct reading_of *r, const char *value);
/* "key: meaning" */
/* "key EXPRESSION": of the source before */
bool definition_instead(struct reading_of *r, const char *value);
bool definition_with(struct reading_of *r, const char *value);
bool definition_order(struct reading_of *r, const char *value);
/* The column of the part that has this key; SIZE_MAX: none has. */
size_t definition_column(const struct report_part *part, const char *key, size_t len);
