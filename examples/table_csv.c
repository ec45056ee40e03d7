/* All events of a type as CSV: usage: table_csv TYPE RECORDING... */
#include <jfr.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(const char *text, char before) {
    if (before) putchar(before);
    if (!text) return; /* not recorded: an empty field */
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted) putchar('"');
    for (; *text; text++) {
        if (*text == '"') putchar('"');
        putchar(*text);
    }
    if (quoted) putchar('"');
}

/* What was lost or left out does not end the reading. */
static void note(void *context, const struct jfr_note *note) {
    (void)context;
    fprintf(stderr, "%s: %s%s%s\n", jfr_note_kind_name(note->kind), note->name ? note->name : "",
            note->name ? ": " : "", note->text);
}

int main(int argc, char **argv) {
    const struct jfr_log log = {.note = note, .context = NULL, .reserved = {0, 0}};
    struct jfr_error error;
    if (argc < 3) return fprintf(stderr, "usage: table_csv TYPE RECORDING...\n"), 2;
    struct jfr_tables *tables =
        jfr_tables_open((const char *const *)argv + 2, (size_t)argc - 2, &log, &error);
    if (!tables) return fprintf(stderr, "%s\n", error.text), 1;
    const struct jfr_table *table = jfr_tables_find(tables, argv[1]);
    if (!table) return fprintf(stderr, "there is no event type %s\n", argv[1]), 1;
    size_t count = jfr_table_columns(table);
    const char **paths = (const char **)calloc(count + 1, sizeof *paths);
    for (size_t i = 0; i < count; i++) {
        paths[i] = jfr_table_column(table, i)->path;
        put(jfr_table_column(table, i)->name, i ? ',' : 0);
    }
    putchar('\n');
    struct jfr_rows *rows = jfr_rows_open(tables, table, paths, count, 0, &log);
    while (jfr_rows_next(rows, NULL)) {
        for (size_t i = 0; i < count; i++) put(jfr_row_text(rows, i), i ? ',' : 0);
        putchar('\n');
    }
    bool failed = jfr_tables_error(tables, &error);
    if (failed) fprintf(stderr, "%s\n", error.text);
    jfr_rows_close(rows);
    jfr_tables_close(tables);
    free((void *)paths);
    return failed;
}
