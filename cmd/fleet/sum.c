#include "cmd/write/words.h"
#include "cmd/fleet/sum.h"

#include "cmd/cli/message.h"
#include "cmd/write/deflate.h"

#define LEVEL 1 /* of zlib, as Go writes profiles: 6 takes three times as long, for a seventh */

struct needs sum_needs(void) {
    return (struct needs){.keep = PROFILE_SAMPLES,
                          .time_grain = SAMPLES_NO_TIMES,
                          .labels = true,
                          .values = true,
                          .types = true,
                          .clusters = true,
                          .origin = true};
}

static void add_option(struct origin *origin, const char *name, const char *value) {
    OWNED(text_free) struct text text = {0};
    text_addf(&text, "--%s%s%s", name, value ? " " : "", value ? value : "");
    origin_add(origin, ORIGIN_OPTION, text.data, 0);
}

static void add_list(struct origin *origin, const char *name, const struct text_list *list) {
    for (size_t i = 0; i < list->len; i++) add_option(origin, name, list->items[i]);
}

static void add_time(struct origin *origin, const char *name, const struct time_point *point) {
    OWNED(text_free) struct text text = {0};
    if (point->kind == TIME_NONE) return;
    if (point->kind == TIME_ABSOLUTE) {
        text_addf(&text, "%lld ns since 1970", (long long)point->ns);
    } else {
        text_add(&text, point->kind == TIME_FROM_END ? "-" : "");
        text_addf(&text, "%lldns", (long long)point->ns);
    }
    add_option(origin, name, text.data);
}

/* What makes samples differ from those that another profile has. */
static void add_options(const struct sum_options *options, struct origin *origin) {
    const struct selection *selection = options->selection;
    if (selection->thread) add_option(origin, "thread", selection->thread);
    add_list(origin, "state", &selection->states);
    add_time(origin, "from", &selection->from);
    add_time(origin, "to", &selection->to);
    add_list(origin, "include", &selection->include);
    add_list(origin, "exclude", &selection->exclude);
    if (options->by) add_option(origin, "by", options->by);
    if (selection->hidden) add_option(origin, "hidden", NULL);
    if (selection->constructors) add_option(origin, "constructors", NULL);
    if (selection->raw_names) add_option(origin, "raw-names", NULL);
    origin_sort(origin);
}

struct packing {
    struct gzip *gzip;
    struct text *out;
};

static void pack(void *context, struct text *message) {
    struct packing *packing = context;
    gzip_push(packing->gzip, text_str(message), message->len, false, packing->out);
    text_clear(message);
}

void sum_write(const struct sum_options *options, struct samples *samples, struct text *out) {
    const struct profile *profile = &samples->profile;
    const struct origin *origin = &samples->origin;
    add_options(options, &samples->origin);
    if (options->uncompressed) {
        pprof_write(profile, origin, options->threads, out, NULL, NULL);
        return;
    }
    OWNED(text_free) struct text message = {0};
    struct packing packing = {gzip_open(LEVEL), out};
    pprof_write(profile, origin, options->threads, &message, pack, &packing);
    gzip_push(packing.gzip, text_str(&message), message.len, true, out);
    gzip_close(packing.gzip);
}

void sum_say(const struct samples *samples, uint64_t files, size_t bytes) {
    OWNED(text_free) struct text line = {0};
    words_add(&line, "{sample} in {stack}, from {file}: {byte}",
              cell_count(samples->profile.samples), cell_count(samples->profile.stacks.len),
              cell_count(files), cell_count(bytes));
    message_note("%s", line.data);
}
