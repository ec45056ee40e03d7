/* All formats, a line each: what --format and -o FILE choose from, see format.h.
 *
 *   SHEET_FORMAT(id, name, title, parts of a sheet that it has, writer, rows or NULL, help)
 *   OTHER_FORMAT(id, name, title)
 *
 * A format of rows, for programs that read tables, is a file with what stands between its cells
 * (struct sheet_rows in sheet_writers.h), its line here and the ending of its files (endings.c).
 */
SHEET_FORMAT(TEXT, "text", "text", SHEET_TEXT, sheet_write_text, NULL, "aligned columns for people")
SHEET_FORMAT(JSON, "json", "JSON", SHEET_JSON, sheet_write_json, NULL, "documented in json.md")
SHEET_FORMAT(CSV, "csv", "CSV", SHEET_ROWS, sheet_write_rows, &sheet_csv,
             "RFC 4180, with a header line")
SHEET_FORMAT(MARKDOWN, "md", "Markdown", SHEET_MARKDOWN, sheet_write_markdown, NULL,
             "for comments and documents")
SHEET_FORMAT(HTML, "html", "HTML", SHEET_HTML, sheet_write_html, NULL, "a page for a browser")
OTHER_FORMAT(NDJSON, "ndjson", "NDJSON")
OTHER_FORMAT(SVG, "svg", "SVG")
OTHER_FORMAT(PPROF, "pprof", "profiles")
OTHER_FORMAT(XML, "xml", "XML")
OTHER_FORMAT(JFR, "jfr", "recordings")
