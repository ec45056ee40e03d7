/* The line that facts writes of a recording: an object of JSON, described in
 * cmd/keys/facts.keys. Every line has every key; what is not known is null. */
#pragma once

#include "analyzers/compare/gate.h"
#include "cmd/cli/output.h"
#include "cmd/read/reading.h"
#include "parser/input/input.h"

#define FACTS_VERSION 1 /* of the line; new keys do not change it */

enum facts_status { FACTS_OK, FACTS_PARTIAL, FACTS_FAILED };

struct facts_line {
    const struct input_item *item;
    const struct reading *reading; /* of it, with samples and facts; NULL: could not be read */
    const struct rule_input *input;
    const struct findings *findings; /* of all rules */
    const struct gate_rules *rules;  /* NULL: no gate was asked for; else parallel to: */
    const struct gate_result *gate;
    struct input_share share; /* what of the input it is about */
    size_t top;               /* hot methods; 0: all */
    bool arguments;           /* of JVM and program, and its environment: they hold passwords */
};

enum facts_status facts_status(const struct facts_line *line); /* FACTS_FAILED: nothing was read */
/* Appends the line with its end. */
void facts_line_add(const struct facts_line *line, struct text *out);
/* Only what became of it: path, id, status, error, lost bytes, duplicates, samples. */
void facts_line_add_short(const struct facts_line *line, struct text *out);

/* A file of lines. */
struct facts_lines {
    void (*form)(const struct facts_line *line, struct text *out); /* NULL: only counted */
    struct output file;
    uint64_t counts[FACTS_FAILED + 1];
};

/* Each line is there as soon as it is known. False: it could not be written. */
bool facts_lines_add(struct facts_lines *lines, const struct facts_line *line);
