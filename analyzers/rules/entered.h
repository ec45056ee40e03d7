/* Entered: what a thread does while it has a monitor has the method on its stack that entered it,
 * for monitors are left by the method that enters them. So of a thread that waits for monitors of a
 * class itself, it is known by which methods it has one; of others nothing is.
 *
 *   struct entered entered = {.of = class};        zeroed but for the class
 *   if (entered_by_row(&entered, input, thread, &reads, IO_STACK, row)) ...
 */
#pragma once

#include "analyzers/rules/series.h"

struct profile;

struct entered_method {
    const char *class_name, *method; /* the tables' texts */
};

struct entered {
    bool is_of;  /* of a class; else all is done with the monitor */
    uint32_t of; /* the class, a text of the tables */
    bool made;
    ARRAY(struct entered_method) methods;
    struct map masks;               /* thread -> bits of methods */
    struct map of_rows, of_samples; /* stacks -> bits of methods that are on them */
};

/* May the thread have had it there? True where it is not known. Of a stack of a sample, of a row.
 */
bool entered_by_sample(struct entered *entered, const struct rule_input *input, uint32_t thread,
                       uint32_t stack);
bool entered_by_row(struct entered *entered, const struct rule_input *input, uint32_t thread,
                    const struct series *series, size_t column, size_t row);
void entered_free(struct entered *entered);
