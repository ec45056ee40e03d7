/* All formats of documents, in the order in which they are asked whether bytes are theirs: a line
 * each, DOCUMENT_FORMAT(its name in C). The last one is told from other text by its name only. */
DOCUMENT_FORMAT(pprof)
DOCUMENT_FORMAT(otlp)
DOCUMENT_FORMAT(flame_html)
DOCUMENT_FORMAT(collapsed)
