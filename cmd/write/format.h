/* The formats of reports, and which one a name asks for.
 *
 * A command says what it writes as names, the usual one first: "pprof", "sheets svg". --format
 * decides; without it (auto) the ending of -o FILE does, if it is one of a format: what the command
 * cannot write then is refused before anything is read. Any other name gets the usual format.
 */
#pragma once

#include <stdbool.h>

#define SHEET_FORMAT(id, ...) FORMAT_##id,
#define OTHER_FORMAT(id, ...) FORMAT_##id,
enum format {
    FORMAT_AUTO,
#include "cmd/write/formats.h"
    FORMATS
};
#undef SHEET_FORMAT

/* What a report that is a sheet is written as, among the names that a command says. */
#define FORMATS_OF_SHEETS "sheets"

struct sheet;
struct sheet_style;
struct text;

struct format_row {
    const char *name, *title;
    unsigned parts; /* of a sheet that it has, SHEET_TEXT and others; 0: it is no sheet's */
    void (*write)(const struct sheet *sheet, const struct sheet_style *style, struct text *out);
    const struct sheet_rows *rows; /* NULL: it is no table for programs */
};
extern const struct format_row format_rows[FORMATS]; /* by enum format */

/* The format of a result that goes to path (NULL or "-": standard output); wanted: FORMAT_AUTO, or
 * what was asked for. False: command does not write it, which has been said. */
bool format_choose(const char *command, const char *writes, const char *path, int wanted,
                   enum format *format);
