/* Which event types are meant: by names and by categories, with the rules of the JDK's `jfr`.
 *
 *   events       the whole name, or what is behind its last dot: jdk.CPULoad, CPULoad, 'CPU*'
 *   categories   any part of the type's category, from the top down: GC, 'Java*'; or the first
 *                letters of the words of a part, JVM for "Java Virtual Machine". A type without a
 *                category is Uncategorized.
 *
 * '*' and '?' stand for any characters, dots, too. Case counts. Where both are given, both have to
 * fit. Lists are borrowed.
 */
#pragma once

#include "base/text.h"
#include "parser/jfr.h"

struct type_filter {
    struct text_list events, categories; /* none: all */
    struct text_list selected; /* as other commands take types: short names, jdk. left out */
};

/* Is there anything to leave out? */
bool type_filter_is_set(const struct type_filter *filter);
bool type_filter_fits_event(const char *pattern, const char *name);
/* Of one part of a category, from the top down. */
bool type_filter_fits_part(const char *pattern, const char *part);
bool type_filter_fits_category(const char *pattern, const struct jfr_type *type);
/* either_clock: its events may be samples of CPU time or of wall-clock time, so "wall" means some
 * of them, too; see analyzers/tables/clocked.h. */
bool type_filter_has(const struct type_filter *filter, const struct jfr_type *type,
                     bool either_clock);
/* Of a type that is meant: which of its events. */
unsigned type_filter_clocks(const struct type_filter *filter, const struct jfr_type *type);
