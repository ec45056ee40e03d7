/* jfrtool repair: what can be saved of a recording. */
#include "parser/whole/repair.h"
#include "cmd/write/words.h"
#include "base/platform.h"
#include "base/posix.h"

#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "cmd/read/groups.h"
#include "cmd/cli/command.h"

#include "cmd/repair_options.h"

struct saving {
    const struct repair_options *options;
    struct repair *repair;
    struct output output;
    struct repair_counts counts;
    struct text out;
    uint64_t failed; /* chunks and files */
    bool looked;     /* for metadata, in all of the input */
    bool io;         /* a file could not be read */
    bool warned;
};

static bool is_input(const struct text_list *paths, const char *output) {
    struct stat about;
    struct platform_file target, file;
    if (stat(output, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    if (!platform_file_named(output, &target)) return false;
    return some_of(i, paths->len,
                   platform_file_named(paths->items[i], &file) &&
                       platform_file_same(&file, &target));
}

typedef void each_chunk(struct saving *s, const struct jfr_chunk *chunk);

static void say_note(void *context, const struct jfr_note *note) {
    (void)context;
    message_note("%s", note->text);
}

/* say: notes and errors are said. */
static void each(struct saving *s, each_chunk *take, bool say) {
    const struct text_list *paths = &s->options->base.operands;
    struct jfr_input *input = jfr_input_open(paths->items, paths->len);
    const struct jfr_log log = {.note = say_note};
    const struct jfr_log *notes = say ? &log : NULL;
    struct jfr_segment segment;
    struct jfr_error error;
    for (int got; (got = jfr_input_next(input, &segment, notes, &error)) != 0;) {
        uint64_t place = 0;
        struct jfr_chunk chunk;
        if (got < 0 && say) {
            message_error("%s", error.text);
            s->failed++;
            s->io = s->io || error.code == JFR_IO;
        }
        if (got < 0) continue;
        while ((got = jfr_chunk_next(&segment, &place, &chunk, notes, &error)) != 0) {
            if (got > 0) take(s, &chunk);
            else if (say) {
                message_error("%s: %s", segment.name, error.text);
                s->failed++;
            }
        }
        jfr_segment_release(&segment);
    }
    jfr_input_close(input);
}

static void learn(struct saving *s, const struct jfr_chunk *chunk) {
    repair_learn(s->repair, chunk);
}

static void save(struct saving *s, const struct jfr_chunk *chunk) {
    const char *why;
    text_clear(&s->out);
    bool fine = repair_chunk(s->repair, chunk, &s->out, &s->counts, &why);
    if (!fine && s->counts.chunks == 0 && !s->looked) {
        s->looked = true;
        each(s, learn, false);
        fine = repair_chunk(s->repair, chunk, &s->out, &s->counts, &why);
    }
    if (fine) {
        output_add(&s->output, s->out.data, s->out.len);
        return;
    }
    s->failed++;
    message_note("%s: the chunk at byte %llu was left out: %s", chunk->name,
                 (unsigned long long)chunk->offset, why);
}

static void say_counts(const struct saving *s) {
    OWNED(text_free) struct text line = {0};
    words_add(&line, "{chunk}, {event}, {constant} written", cell_count(s->counts.chunks),
              cell_count(s->counts.events), cell_count(s->counts.constants));
    if (s->counts.bad_events)
        words_add(&line, "; {damaged event} dropped", cell_count(s->counts.bad_events));
    if (s->counts.lost_bytes)
        words_add(&line, "; {byte} could not be read", cell_count(s->counts.lost_bytes));
    if (s->counts.lent)
        words_add(&line, "; {chunk} read with the metadata of another", cell_count(s->counts.lent));
    message_note("%s", text_str(&line));
}

static int run(const struct command *command, struct option_base *base) {
    const struct repair_options *options = (const struct repair_options *)base;
    struct saving s = {.options = options};
    message_set_quiet(options->messages.quiet);
    if (!options->path) return message_misused(command, "repair needs a file to write to: -o FILE");
    if (is_input(&base->operands, options->path))
        return message_usage("%s is an input: repair must write to another file", options->path);
    if (!output_open(&s.output, options->path, COLOR_NEVER)) return EXIT_USAGE;
    if (s.output.terminal) {
        message_error("this would print binary data on your terminal; use -o FILE");
        output_discard(&s.output);
        return EXIT_USAGE;
    }
    s.repair = repair_open();
    each(&s, save, true);
    repair_close(s.repair);
    text_free(&s.out);
    if (s.counts.chunks == 0) {
        output_discard(&s.output);
        if (!s.failed) message_error("there is no recording in the input");
        return s.io ? EXIT_USAGE : EXIT_NOT_JFR;
    }
    say_counts(&s);
    return output_close(&s.output) ? EXIT_OK : EXIT_USAGE;
}
