/* The formats of reports, and which one a name asks for.
 *
 * A command says what it writes as names, the usual one first: "text json csv md html". --format
 * decides; without it (auto) the ending of -o FILE does, if it is one of a format: what the command
 * cannot write then is refused before anything is read. Any other name gets the usual format.
 */
#ifndef CMD_WRITE_FORMAT_H
#define CMD_WRITE_FORMAT_H

#include <stdbool.h>

enum format {
    FORMAT_AUTO,
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
    FORMAT_HTML,
    FORMAT_SVG,
    FORMAT_PPROF,
    FORMAT_XML,
    FORMAT_NDJSON, /* an object a line */
    FORMAT_JFR,
};

/* What a report that is a sheet is written as. */
#define FORMATS_OF_SHEETS "text json csv md html"

/* The format of a result that goes to path (NULL or "-": standard output); wanted: FORMAT_AUTO, or
 * what was asked for. False: command does not write it, which has been said. */
bool format_choose(const char *command, const char *writes, const char *path, int wanted,
                   enum format *format);

#endif
