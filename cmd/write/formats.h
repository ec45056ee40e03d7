/* All formats, a line each: what --format and -o FILE choose from, see format.h.
 *
 *   SHEET_FORMAT(id, name, title, parts of a sheet that it has, writer, help)
 *   ROWS_FORMAT(id, name, title, ending of files, export's name for it or NULL, rows, help)
 *   OTHER_FORMAT(id, name, title)
 *
 * A format of rows, for programs that read tables, is what stands between its cells (struct
 * sheet_rows in sheet_rows.c), and its line here. Whoever includes this says what is
 * made of a line; what is not said is nothing, and of rows what is made of a sheet.
 */
#ifndef SHEET_FORMAT
#define SHEET_FORMAT(...)
#endif
#ifndef ROWS_FORMAT
#define ROWS_FORMAT(id, name, title, ending, target, rows, help) \
    SHEET_FORMAT(id, name, title, SHEET_ROWS, sheet_write_rows, help)
#endif
#ifndef OTHER_FORMAT
#define OTHER_FORMAT(...)
#endif

SHEET_FORMAT(TEXT, "text", "text", SHEET_TEXT, sheet_write_text, "aligned columns for people")
SHEET_FORMAT(JSON, "json", "JSON", SHEET_JSON, sheet_write_json, "documented in json.md")
ROWS_FORMAT(CSV, "csv", "CSV", ".csv", "csv", sheet_csv, "RFC 4180, with a header line")
ROWS_FORMAT(TSV, "tsv", "TSV", ".tsv", NULL, sheet_tsv, "a line a row, fields between tabs")
SHEET_FORMAT(MARKDOWN, "md", "Markdown", SHEET_MARKDOWN, sheet_write_markdown,
             "for comments and documents")
SHEET_FORMAT(HTML, "html", "HTML", SHEET_HTML, sheet_write_html, "a page for a browser")
OTHER_FORMAT(NDJSON, "ndjson", "NDJSON")
OTHER_FORMAT(SVG, "svg", "SVG")
OTHER_FORMAT(PPROF, "pprof", "profiles")
OTHER_FORMAT(XML, "xml", "XML")
OTHER_FORMAT(JFR, "jfr", "recordings")

#undef ROWS_FORMAT
#undef OTHER_FORMAT
