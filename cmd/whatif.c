/* jfrtool whatif: what would it bring if a method were faster? */
#include "cmd/cli/message.h"
#include "cmd/live/experiment.h"
#include "cmd/read/answer.h"
#include "cmd/read/moment.h"
#include "cmd/read/tables.h"
#include "cmd/sheets/experiments_beside.h"

#include <sys/stat.h>

#define PRECISE 2.0 /* percent: it ends when intervals are no wider, to either side */

#include "cmd/whatif_options.h"

/* ==== Of recordings ========================================================================== */

static bool write_coz(const struct experiments *experiments, const char *path) {
    struct text out = {0};
    if (!path) return true;
    experiments_add_coz(experiments, &out);
    return output_write(path, &out);
}

/* sides: NULL, or two that are compared. */
static int show(struct answer *answer, const struct experiments *experiments,
                const struct experiments_side *sides, const char *title) {
    const struct whatif_options *options = answer->options;
    uint32_t speed = (uint32_t)options->speed;
    if (answer->format == FORMAT_SVG) {
        OWNED(text_free) struct text svg = {0};
        experiments_write_svg(experiments, speed, true, &svg);
        output_flush_text(&answer->output, &svg);
    } else {
        struct sheet *sheet = answer_sheet(answer, title);
        experiments_describe(experiments, speed, sheet);
        if (sides) experiments_compare(sides, speed, !options->compared.len, sheet);
    }
    return write_coz(experiments, options->coz) ? EXIT_OK : EXIT_USAGE;
}

struct side { /* base, new; or all */
    struct reading reading;
    struct tables_read read;
    struct text name;
};

static int read_side(const struct answer *answer, const char *const *paths, size_t count,
                     struct side *side) {
    static const struct window_options all;
    side->reading = answer->reading;
    side->reading.paths = (struct text_list){0};
    for (size_t i = 0; i < count; i++) array_push(&side->reading.paths, paths[i]);
    reading_add_title(&side->reading, &side->name);
    return tables_read_open(&side->read, &side->reading, &all, &experiments_wishes);
}

static void side_free(struct side *side) {
    tables_read_close(&side->read);
    array_free(&side->reading.paths);
    scan_report_free(&side->reading.report);
    text_free(&side->name);
}

/* What is read: two sides, if there is a base or there are two recordings. */
static int read_sides(struct answer *answer, struct side sides[2], size_t *count) {
    const struct whatif_options *options = answer->options;
    const struct text_list *base = &options->compared, *operands = &options->base.operands;
    const char *const *first = (const char *const *)operands->items;
    *count = base->len || operands->len == 2 ? 2 : 1;
    int code = base->len     ? read_side(answer, (const char *const *)base->items, base->len, sides)
               : *count == 2 ? read_side(answer, first, 1, sides)
                             : read_side(answer, first, operands->len, sides);
    if (code == EXIT_OK && *count == 2)
        code = base->len ? read_side(answer, first, operands->len, &sides[1])
                         : read_side(answer, first + 1, 1, &sides[1]);
    for (size_t i = 0; i < *count; i++)
        answer->partial |= reading_exit_code(&sides[i].reading) != EXIT_OK;
    return code;
}

static int of_recordings(struct answer *answer) {
    const struct whatif_options *options = answer->options;
    struct side sides[2] = {{.name = {0}}, {.name = {0}}};
    struct experiments all;
    size_t count;
    int code = read_sides(answer, sides, &count);
    const struct tables *tables[] = {sides[0].read.tables, sides[1].read.tables};
    struct experiments_side compared[2];
    if (code == EXIT_OK) {
        /* With a base it is the others that are described. */
        size_t first = options->compared.len ? 1 : 0;
        experiments_make(&tables[first], count - first, &all);
        for (size_t i = 0; i < count && count == 2; i++) {
            experiments_make(&tables[i], 1, &compared[i].experiments);
            compared[i].name = text_str(&sides[i].name);
        }
        if (all.windows.len > 0 || answer->reading.messages->allow_empty) {
            code = show(answer, &all, count == 2 ? compared : NULL, NULL);
        } else {
            message_error("no experiment is recorded (jfragent.Experiment); jfrtool whatif PID "
                          "makes some");
            code = EXIT_NOTHING;
        }
        experiments_free(&all);
        for (size_t i = 0; i < count && count == 2; i++) experiments_free(&compared[i].experiments);
    }
    for (size_t i = 0; i < 2; i++) side_free(&sides[i]);
    return code;
}

/* ==== In a JVM =============================================================================== */

static int describe_live(struct answer *answer, struct experiment *live) {
    if (!live->known) {
        message_error("%s", text_str(&live->why));
        return EXIT_NOTHING;
    }
    return show(answer, &live->experiments, NULL, "What if");
}

static int in_jvm(struct answer *answer) {
    const struct whatif_options *options = answer->options;
    int code = EXIT_USAGE;
    struct experiment live = {
        .operands = &options->base.operands,
        .agent = options->agent,
        .progress = options->progress,
        .latency = options->latency,
        .methods = &options->methods,
        .cuts = options->cuts,
        .speed = (uint32_t)options->speed,
        .time_ns = options->time_ns,
        .timeout_ns = options->timeout_ns,
        .within = options->all_time ? 0 : PRECISE,
        .keep = options->keep,
        .quiet = options->output.messages.quiet || options->output.messages.no_progress,
    };
    if (experiment_run(&live)) code = describe_live(answer, &live);
    else if (live.why.len) message_error("%s", text_str(&live.why));
    experiment_free(&live);
    return code;
}

/* Paths, if there is such a thing and it is no process number. */
static bool are_paths(const struct text_list *operands) {
    struct stat status;
    const char *first = operands->len ? operands->items[0] : "";
    return first[strspn(first, "0123456789")] != 0 && stat(first, &status) == 0;
}

static int make_answer(struct answer *answer) {
    const struct whatif_options *options = answer->options;
    if (options->speed < 1 || options->speed > 90) {
        message_error("--speed is %llu: expected a percentage from 1 to 90",
                      (unsigned long long)options->speed);
        return EXIT_USAGE;
    }
    if (options->compared.len && !are_paths(&options->base.operands)) {
        message_error("--base compares recordings of experiments: expected one that --keep wrote");
        return EXIT_USAGE;
    }
    const char *comma = options->latency ? strchr(options->latency, ',') : NULL;
    if (options->latency && (options->progress || !comma || strpbrk(comma + 1, ",;"))) {
        message_error("--latency is %s: expected two methods, FROM,TO%s", options->latency,
                      options->progress ? ", and no --progress" : "");
        return EXIT_USAGE;
    }
    return are_paths(&options->base.operands) ? of_recordings(answer) : in_jvm(answer);
}
