/* libFuzzer target: a table of a recording, all its columns. The last byte says which table. */
#include "tests/support/exact_input.h"
#include "tests/support/reading.h"
#include "tests/support/table_rows.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    struct memory_file file = memory_file_make(data, size);
    table_rows_read(file.path, data[size - 1]);
    memory_file_close(&file);
    return 0;
}
