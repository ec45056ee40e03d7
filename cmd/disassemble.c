/* jfrtool disassemble: a recording is taken apart between its chunks. */
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/read/answer.h"
#include "base/posix.h"

static bool parse_size(const char *text, void *field) {
    return units_parse_size(text, field) && *(int64_t *)field > 0;
}

#include "cmd/disassemble_options.h"

struct part { /* chunks that go to one file: bytes of it are known at the end */
    size_t chunks;
    uint64_t bytes;
};

struct disassembling {
    const struct disassemble_options *options;
    ARRAY(struct part) parts;
    /* While writing. */
    size_t part; /* index of the one that is written */
    size_t left; /* chunks that it still gets */
    struct output output;
    bool open, failed;
    struct text folder, stem;
    unsigned digits;
};

static bool is_full(const struct disassembling *d, const struct part *part, uint64_t more) {
    const struct disassemble_options *o = d->options;
    uint64_t most = o->max_chunks ? o->max_chunks : o->max_size ? UINT64_MAX : 5;
    return part->chunks >= most || (o->max_size && part->bytes + more > (uint64_t)o->max_size);
}

static void plan_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct disassembling *d = state;
    (void)log;
    if (!d->parts.len || is_full(d, &d->parts.items[d->parts.len - 1], chunk->size))
        array_push(&d->parts, (struct part){0});
    struct part *part = &d->parts.items[d->parts.len - 1];
    part->chunks++;
    part->bytes += chunk->size;
}

/* "folder/rec_07.jfr" */
static void open_part(struct disassembling *d) {
    OWNED(text_free) struct text path = {0};
    struct stat status;
    text_addf(&path, "%s/%s_%0*zu.jfr", text_str(&d->folder), text_str(&d->stem), (int)d->digits,
              d->part);
    if (lstat(text_str(&path), &status) == 0) {
        message_error("%s already exists; recordings are never overwritten", text_str(&path));
        d->failed = true;
    } else if (!output_open_in_folder(&d->output, text_str(&path))) {
        d->failed = true;
    } else {
        d->open = true;
        d->left = d->parts.items[d->part++].chunks;
    }
}

static void write_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct disassembling *d = state;
    (void)log;
    if (d->failed || (!d->open && d->part == d->parts.len)) return;
    if (!d->open) open_part(d);
    if (d->failed) return;
    output_add(&d->output, chunk->data, (size_t)chunk->size);
    if (--d->left) return;
    d->open = false;
    if (!output_close(&d->output)) d->failed = true;
}

/* Name of the first recording without its folder and endings. */
static void name_parts(struct disassembling *d, const char *path, const char *folder) {
    const char *name = text_file_name(path);
    const char *end = strstr(name, ".jfr");
    text_add(&d->folder, folder ? folder : ".");
    while (d->folder.len > 1 && d->folder.data[d->folder.len - 1] == '/')
        d->folder.data[--d->folder.len] = 0;
    text_add_bytes(&d->stem, name, end ? (size_t)(end - name) : strlen(name));
    d->digits = 1;
    for (size_t most = d->parts.len ? d->parts.len - 1 : 0; most >= 10; most /= 10) d->digits++;
}

static int check_operands(const struct command *command, const struct option_base *base) {
    if (base->operands.len != 1)
        return message_misused(command, "disassemble expects one recording, found %zu",
                               base->operands.len);
    return operands_can_be_read_twice(&base->operands, "disassemble") ? EXIT_OK : EXIT_USAGE;
}

static int disassemble_run(const struct command *command, struct option_base *base) {
    const struct disassemble_options *options = (const struct disassemble_options *)base;
    const struct input_options every_chunk = {.keep_duplicates = true};
    const char *folder = options->folder;
    struct disassembling d = {.options = options};
    OWNED(reading_free) struct reading reading = reading_for(command, base);
    struct scan_report first;
    reading.input = &every_chunk;
    reading.messages = &options->messages;
    message_set_quiet(options->messages.quiet);
    int code = check_operands(command, base);
    if (code != EXIT_OK) return code;
    struct scan_options scan = reading_scan(&reading);
    scan_in_turn(&scan, NULL, plan_chunk, &d, &first);
    progress_end(&reading.progress);
    scan_report_free(&first);
    name_parts(&d, base->operands.items[0], folder);
    if (d.parts.len == 1 && d.parts.items[0].chunks == 1) {
        message_error("the recording has one chunk; there is nothing to split");
        code = EXIT_NOTHING;
    } else if (d.parts.len == 1) {
        message_error("the %zu chunks of the recording fit in one file; --max-chunks or --max-size "
                      "makes parts smaller",
                      d.parts.items[0].chunks);
        code = EXIT_NOTHING;
    }
    if (code == EXIT_OK && folder && !output_make_folder(folder, "the split recording"))
        code = EXIT_USAGE;
    if (code == EXIT_OK) {
        scan = reading_scan(&reading);
        scan_in_turn(&scan, NULL, write_chunk, &d, &reading.report);
        code = reading_done(&reading);
    }
    if (d.open) output_discard(&d.output);
    if (code == EXIT_OK && d.failed) code = EXIT_USAGE;
    if (code == EXIT_OK) {
        message_note("wrote %zu recordings, beginning with %s/%s_%0*d.jfr", d.parts.len,
                     text_str(&d.folder), text_str(&d.stem), (int)d.digits, 0);
        code = reading_exit_code(&reading);
    }
    free_each(text_free, &d.folder, &d.stem);
    array_free(&d.parts);
    return code;
}
