/* The methods that are most often on top of the stack. Usage: hot_methods RECORDING... */
#include <jfr.h>

#include <stdio.h>
#include <string.h>

#define MOST 5000

static struct {
    char name[200];
    unsigned long samples;
} methods[MOST + 1]; /* the last: of no use */

int main(int argc, char **argv) {
    static const char *const wanted[] = {"stackTrace.top"};
    struct jfr_error error;
    size_t count = 0, all = 0;
    struct jfr_tables *tables =
        jfr_tables_open((const char *const *)argv + 1, (size_t)argc - 1, NULL, &error);
    if (!tables) return fprintf(stderr, "%s\n", error.text), 1;
    const struct jfr_table *samples = jfr_tables_find(tables, "jdk.ExecutionSample");
    struct jfr_rows *rows = samples ? jfr_rows_open(tables, samples, wanted, 1, 0, NULL) : NULL;
    for (size_t at; rows && jfr_rows_next(rows, NULL); methods[at].samples++, all++) {
        const char *top = jfr_row_text(rows, 0), *name = top ? top : "(no stack)";
        for (at = 0; at < count && strcmp(methods[at].name, name) != 0;) at++;
        if (at == count && count < MOST)
            snprintf(methods[count++].name, sizeof methods->name, "%s", name);
    }
    jfr_rows_close(rows);
    for (size_t i = 0; i < 10 && i < count; i++) {
        size_t most = 0;
        for (size_t at = 0; at < count; at++)
            if (methods[at].samples > methods[most].samples) most = at;
        printf("%6.2f %%  %s\n", 100.0 * (double)methods[most].samples / (double)all,
               methods[most].name);
        methods[most].samples = 0;
    }
    bool failed = jfr_tables_error(tables, &error); /* then there were more samples than those */
    if (failed) fprintf(stderr, "%s\n", error.text);
    jfr_tables_close(tables);
    return failed;
}
