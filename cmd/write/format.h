/* The formats of reports. */
#ifndef CMD_WRITE_FORMAT_H
#define CMD_WRITE_FORMAT_H

enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_MARKDOWN,
    FORMAT_SVG,
    FORMAT_HTML,
    FORMAT_PPROF,
};

#endif
