/* What a stream of Arrow costs: all batches of some columns taken and released, made by one thread
 * or by JOBS; with --sum, a sum of all that is in them, to compare two builds.
 *
 *   time_arrow [--sum] [--jobs JOBS] FILE bench.Tick startTime duration eventThread
 */
#include "parser/jfr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_COLUMNS 16

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* FNV-1a */
static void add(uint64_t *sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; at && i < size; i++) *sum = (*sum ^ at[i]) * UINT64_C(0x100000001B3);
}

static void add_array(uint64_t *sum, const struct ArrowSchema *schema,
                      const struct ArrowArray *array);

static void add_validity(uint64_t *sum, const struct ArrowArray *array) {
    const uint8_t *valid = array->buffers[0];
    add(sum, &array->length, sizeof array->length);
    add(sum, &array->null_count, sizeof array->null_count);
    for (int64_t i = 0; valid && i < array->length; i++) {
        uint8_t bit = (uint8_t)(valid[i / 8] >> (i % 8) & 1);
        add(sum, &bit, 1);
    }
}

static void add_values(uint64_t *sum, const char *format, const struct ArrowArray *array) {
    size_t length = (size_t)array->length;
    if (strcmp(format, "u") == 0) {
        const int32_t *offsets = array->buffers[1];
        add(sum, offsets, (length + 1) * sizeof *offsets);
        add(sum, array->buffers[2], (size_t)offsets[length]);
    } else if (strcmp(format, "b") == 0) {
        add(sum, array->buffers[1], length / 8);
    } else if (strcmp(format, "i") == 0) {
        add(sum, array->buffers[1], length * sizeof(int32_t));
    } else if (strcmp(format, "+l") == 0) {
        add(sum, array->buffers[1], (length + 1) * sizeof(int32_t));
    } else if (strcmp(format, "+s") != 0) {
        add(sum, array->buffers[1], length * sizeof(int64_t));
    }
}

static void add_array(uint64_t *sum, const struct ArrowSchema *schema,
                      const struct ArrowArray *array) {
    add_validity(sum, array);
    add_values(sum, schema->format, array);
    for (int64_t i = 0; i < array->n_children; i++)
        add_array(sum, schema->children[i], array->children[i]);
    if (array->dictionary) add_array(sum, schema->dictionary, array->dictionary);
}

static struct ArrowArrayStream open_stream(const char *path, const char *event,
                                           const char *const *columns, size_t count,
                                           uint32_t jobs) {
    const struct jfr_arrow_options options = {.threads = jobs};
    struct ArrowArrayStream stream;
    struct jfr_error error;
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    const struct jfr_table *table = tables ? jfr_tables_find(tables, event) : NULL;
    if (!table) {
        fprintf(stderr, "time_arrow: no %s in %s\n", event, path);
        exit(1);
    }
    if (!jfr_arrow_stream(tables, table, count ? columns : NULL, count, &options, NULL, &stream,
                          &error)) {
        fprintf(stderr, "time_arrow: %s\n", error.text);
        exit(1);
    }
    jfr_tables_close(tables);
    return stream;
}

int main(int argc, char **argv) {
    bool sums = argc > 1 && strcmp(argv[1], "--sum") == 0;
    const char *columns[MAX_COLUMNS];
    uint32_t jobs = 1;
    size_t count = 0, batches = 0;
    uint64_t sum = UINT64_C(0xCBF29CE484222325), rows = 0;
    struct ArrowSchema schema;
    struct ArrowArray batch;
    argv += sums;
    argc -= sums;
    if (argc > 2 && strcmp(argv[1], "--jobs") == 0) {
        jobs = (uint32_t)strtoul(argv[2], NULL, 10);
        argv += 2;
        argc -= 2;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: time_arrow [--sum] [--jobs JOBS] FILE EVENT [COLUMN...]\n");
        return 2;
    }
    for (int i = 3; i < argc && count < MAX_COLUMNS; i++) columns[count++] = argv[i];
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID), began = seconds(CLOCK_MONOTONIC);
    struct ArrowArrayStream stream = open_stream(argv[1], argv[2], columns, count, jobs);
    stream.get_schema(&stream, &schema);
    while (stream.get_next(&stream, &batch) == 0 && batch.release) {
        rows += (uint64_t)batch.length;
        batches++;
        if (sums) add_array(&sum, &schema, &batch);
        batch.release(&batch);
    }
    schema.release(&schema);
    stream.release(&stream);
    double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    double passed = seconds(CLOCK_MONOTONIC) - began;
    if (sums)
        printf("%zu batches, %llu rows, sum %016llx\n", batches, (unsigned long long)rows,
               (unsigned long long)sum);
    else
        printf("%llu rows in %.3f s of processor time, %.1f million a second; %.3f s passed, %.1f "
               "million a second\n",
               (unsigned long long)rows, spent, (double)rows / spent / 1e6, passed,
               (double)rows / passed / 1e6);
    return 0;
}
