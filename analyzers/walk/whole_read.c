#include "analyzers/walk/whole_read.h"
#include "base/sort.h"

struct worker {
    struct whole_answer answer;
    struct whole *whole;
};

static void *open_worker(const void *options) {
    (void)options;
    struct worker *worker = mem_zero(1, sizeof *worker);
    worker->whole = whole_open();
    return worker;
}

struct place {
    struct whole_answer *answer;
    const struct jfr_chunk *chunk;
};

static void keep(void *context, const struct whole_problem *problem) {
    const struct place *place = context;
    struct whole_answer *answer = place->answer;
    const char *name = place->chunk->name;
    array_push(&answer->problems,
               (struct whole_found){
                   .source = strings_get(&answer->names, strings_add(&answer->names, name)),
                   .order = place->chunk->recording,
                   .chunk = place->chunk->offset,
                   /* of what was translated, positions are not those of the file */
                   .offset = place->chunk->major == 0 ? place->chunk->offset : problem->offset,
                   .kind = problem->kind,
                   .follows = problem->follows,
                   .count = problem->count,
                   .what = mem_copy_text(problem->what),
               });
}

static void check_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct worker *worker = state;
    struct place place = {&worker->answer, chunk};
    (void)log;
    whole_check(worker->whole, chunk, &place.answer->counts, keep, &place);
}

static void merge(void *into, void *from) {
    struct whole_answer *to = &((struct worker *)into)->answer;
    struct whole_answer *other = &((struct worker *)from)->answer;
    for (size_t i = 0; i < other->problems.len; i++) {
        struct whole_found found = other->problems.items[i];
        found.source = strings_get(&to->names, strings_add(&to->names, found.source));
        array_push(&to->problems, found);
    }
    other->problems.len = 0; /* their texts have gone over */
    to->counts.events += other->counts.events;
    to->counts.constants += other->counts.constants;
    to->counts.checkpoints += other->counts.checkpoints;
    to->counts.problems += other->counts.problems;
    to->counts.missing += other->counts.missing;
}

static void close_worker(void *state) {
    struct worker *worker = state;
    whole_answer_free(&worker->answer);
    whole_close(worker->whole);
    free(worker);
}

/* Where the chunk that the place belongs to begins: the last one before it. */
static uint64_t chunk_of(const struct scan_report *report, const struct scan_note *note) {
    uint64_t found = 0;
    EACH (const struct scan_chunk, chunk, &report->chunks) {
        if (chunk->recording == note->order && chunk->offset <= note->note.offset)
            found = chunk->offset;
    }
    return found;
}

static void add_notes(struct whole_answer *answer, const struct scan_report *report) {
    EACH (const struct scan_note, note, &report->notes) {
        bool counts = note->failed || note->note.kind == JFR_NOTE_LOST ||
                      note->note.kind == JFR_NOTE_UNFINISHED;
        if (!counts) continue;
        answer->counts.problems++;
        array_push(&answer->problems,
                   (struct whole_found){.source = note->source ? note->source : "",
                                        .order = note->order,
                                        .chunk = chunk_of(report, note),
                                        .offset = note->note.offset,
                                        .noted = true,
                                        .count = 1,
                                        .what = mem_copy_text(note->note.text)});
    }
}

static void sort_problems(struct whole_answer *answer) {
    size_t len = answer->problems.len;
    OWNED(mem_release) uint64_t *keys = mem_alloc(len * sizeof *keys);
    OWNED(mem_release) uint32_t *order = sort_start(len);
    OWNED(mem_release) struct whole_found *sorted = mem_alloc(len * sizeof *sorted);
    const struct whole_found *found = answer->problems.items;
    for (size_t i = 0; i < len; i++) keys[i] = found[i].offset;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = found[i].follows ? 2 : !found[i].noted;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = found[i].order;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) sorted[i] = found[order[i]];
    if (len) memcpy(answer->problems.items, sorted, len * sizeof *sorted);
}

void whole_read(const struct scan_options *options, struct scan_report *report,
                struct whole_answer *answer) {
    struct scan_work work = {
        .open = open_worker, .chunk = check_chunk, .merge = merge, .close = close_worker};
    struct scan_options all = *options;
    all.keep_duplicates = true;
    struct worker *state = scan_run(&all, &work, report);
    *answer = state->answer;
    state->answer = (struct whole_answer){0};
    close_worker(state);
    add_notes(answer, report);
    sort_problems(answer);
}

void whole_answer_free(struct whole_answer *answer) {
    for (size_t i = 0; i < answer->problems.len; i++) free(answer->problems.items[i].what);
    array_free(&answer->problems);
    strings_free(&answer->names);
}
