/* What a wish costs: its rows streamed (jfr_rows_next), and kept in the walk (analyzers/tables).
 *
 *   time_tables FILE jdk.JavaExceptionThrow startTime thrownClass stackTrace.top
 */
#include "analyzers/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void say(const char *what, size_t rows, double since) {
    double spent = seconds() - since;
    printf("%-10s %zu rows in %.3f s of processor time, %.1f million a second\n", what, rows, spent,
           (double)rows / spent / 1e6);
}

static void stream(const char *path, const struct wish *wish, size_t columns) {
    struct jfr_error error;
    uint64_t cells[WISH_FIELDS];
    size_t seen = 0;
    double start = seconds();
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    const struct jfr_table *table = tables ? jfr_tables_find(tables, wish->event) : NULL;
    if (!table) exit(1);
    struct jfr_rows *rows = jfr_rows_open(tables, table, wish->fields, columns, 0, NULL);
    while (jfr_rows_next(rows, cells)) seen++;
    jfr_rows_close(rows);
    jfr_tables_close(tables);
    say("streamed:", seen, start);
}

static void keep(const char *path, const struct wish *wish) {
    const struct wishes wishes = {.rows = wish, .count = 1, .max_bytes = (uint64_t)8 << 30};
    struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    double start = seconds();
    walk_join(&run, &tables_reader, &wishes);
    walk_start(&run, &scan, &report);
    say("kept:", tables_find(walk_result(&run, &tables_reader), wish)->rows, start);
    walk_run_free(&run);
    scan_report_free(&report);
}

int main(int argc, char **argv) {
    struct wish wish = {.event = argc > 2 ? argv[2] : NULL};
    size_t columns = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: time_tables FILE EVENT PATH...\n");
        return 2;
    }
    for (; columns + 3 < (size_t)argc && columns < WISH_FIELDS; columns++)
        wish.fields[columns] = argv[columns + 3];
    stream(argv[1], &wish, columns);
    keep(argv[1], &wish);
    return 0;
}
