/* What the names of files ask for: the one table for all who write by ending.
 *
 *   profile -o x.pprof       report   FORMAT_PPROF             format.c
 *   export -o x.folded       target   "collapsed"              cmd/export.c
 *   record -o x.svg          maker    "flame"                  cmd/attach/show.c
 *   hot-methods -o x.png     a row with none of them: refused
 *
 * An ending that nobody knows means nothing: behind a dot may be a part of a name, rec.2026-11-22.
 */
#pragma once

#include "cmd/write/format.h"

#include <stddef.h>

struct ending {
    const char *ending;
    const char *target; /* the format of export; NULL: none */
    const char *maker;  /* the command that makes it of a recording; NULL: none */
    enum format report; /* that a report in such a file has; FORMAT_AUTO: none */
    bool packed;        /* it is written packed as well, behind it is .gz then */
};

enum ending_use { ENDING_ANY, ENDING_TARGET, ENDING_MAKER };

/* The row of the longest ending of the path (may be NULL) that has a use; NULL: there is none. Big
 * and small letters are the same; what export writes may have .gz behind it. */
const struct ending *ending_of(const char *path, enum ending_use use);
/* The usual ending of a format of reports, or of export: the first of the table. */
const struct ending *ending_of_report(enum format report);
const struct ending *ending_of_target(const char *target);
/* All of them in the order of the table, from 0 on; NULL behind the last. */
const struct ending *ending_at(size_t number);
