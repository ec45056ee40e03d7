/* Rows between tabs: a line is a row. Texts that are harmless have neither tabs nor line ends. */
#include "cmd/write/sheet_writers.h"

const struct sheet_rows sheet_tsv = {.between = "\t", .end = "\n", .add = text_add};
