#include "cmd/ci/report_find.h"
#include "analyzers/profile/profile.h"
#include "base/folder.h"
#include "parser/input/folder.h"
#include "parser/input/input.h"
#include "parser/document/document.h"
#include "parser/input/segment.h"

#include <ctype.h>
#include <stdio.h>

#define FIRST_LOOK ((size_t)64 << 10) /* bytes by which a file is known */
#define LOG_LOOK ((off_t)32 << 20)    /* bytes of a log that are read from either end */

/* ==== Names ================================================================================= */

/* "2026_11_20_22_25_46_8091": how HotSpot names a repository, date, time and process. */
static bool is_repository_name(const char *name, size_t len) {
    static const char pattern[] = "dddd_dd_dd_dd_dd_dd";
    size_t fixed = sizeof pattern - 1;
    if (len < fixed) return false;
    for (size_t i = 0; i < fixed; i++)
        if (pattern[i] == 'd' ? !isdigit((unsigned char)name[i]) : name[i] != '_') return false;
    if (len == fixed) return true;
    if (name[fixed] != '_' || len == fixed + 1) return false;
    for (size_t i = fixed + 1; i < len; i++)
        if (!isdigit((unsigned char)name[i])) return false;
    return true;
}

/* Length of the folder part if the file lies in a repository, else 0. */
static size_t repository_of(const char *source) {
    const char *slash = strrchr(source, '/');
    if (slash == NULL) return 0;
    const char *start = slash;
    while (start > source && start[-1] != '/' && start[-1] != ' ') start--;
    return is_repository_name(start, (size_t)(slash - start)) ? (size_t)(slash - source) : 0;
}

/* The file that the source is of: itself, or what stands before the ": " of an archive's member. */
static char *file_of(const char *source) {
    char *path = mem_copy_text(source);
    if (file_is(path)) return path;
    for (char *at = strstr(path, ": "); at; at = strstr(at + 1, ": ")) {
        *at = 0;
        if (file_is(path)) return path;
        *at = ':';
    }
    free(path);
    return NULL;
}

/* What of the source lies below the operand, or NULL. Of an operand that is a file, its name. */
static const char *below_operand(const char *operand, const char *source) {
    size_t len = strlen(operand);
    if (len == 0 || strncmp(source, operand, len) != 0) return NULL;
    const char *rest = source + len;
    struct stat file;
    if (*rest == '/' || operand[len - 1] == '/') { /* else "build" is not above "build2/rec.jfr" */
        while (*rest == '/') rest++;
        return *rest && stat(operand, &file) == 0 && S_ISDIR(file.st_mode) ? rest : NULL;
    }
    if (*rest != 0 && strncmp(rest, ": ", 2) != 0) return NULL;
    const char *slash = strrchr(operand, '/');
    return slash ? source + (slash + 1 - operand) : source;
}

/* The shortest that an operand makes of it. */
static const char *title_of(const struct scan_options *scan, const char *source) {
    const char *best = source;
    for (size_t i = 0; i < scan->path_count; i++) {
        const char *title = below_operand(scan->paths[i], source);
        if (title && title > best) best = title;
    }
    return best;
}

/* ==== Recordings ============================================================================ */

struct search {
    const struct scan_options *scan;
    struct found *found;
    struct strings keys; /* what tells recordings apart: their source or repository; id - 1 is the
                            index in found */
};

/* The recording that the source is, or is a part of; NULL: the file is gone meanwhile. */
static struct found_recording *recording_of(struct search *search, const char *source,
                                            uint32_t number) {
    struct found *found = search->found;
    size_t repository = repository_of(source);
    size_t len = repository ? repository : strlen(source);
    uint32_t id = strings_find(&search->keys, source, len);
    if (id != UINT32_MAX) {
        struct found_recording *known = &found->recordings.items[id - 1];
        if (number < known->first) known->first = number;
        known->parts++;
        return known;
    }
    char *path = file_of(source);
    if (path == NULL) return NULL;
    struct found_recording recording = {.repository = repository != 0, .parts = 1, .first = number};
    if (strcmp(path, source) != 0) {
        struct text member = {0};
        text_add_bytes(&member, source, len);
        if (repository) text_add_char(&member, '/');
        recording.member = text_take(&member);
        array_push(&recording.paths, path);
    } else {
        free(path); /* add_path takes it, and the others of a repository */
    }
    OWNED(mem_release) char *whole = mem_copy_text(source);
    whole[len] = 0;
    const char *title = title_of(search->scan, whole), *slash = strrchr(whole, '/');
    /* No operand is above a repository of which single files were asked for. */
    recording.title = mem_copy_text(title == whole && repository && slash ? slash + 1 : title);
    array_push(&found->recordings, recording);
    strings_intern(&search->keys, source, len);
    return &found->recordings.items[found->recordings.len - 1];
}

static void add_path(struct found_recording *recording, const char *path) {
    size_t len = recording->paths.len; /* chunks of one file come one behind the other */
    if (recording->member || (len && strcmp(recording->paths.items[len - 1], path) == 0)) return;
    array_push(&recording->paths, mem_copy_text(path));
}

static void add_chunk(struct search *search, const struct scan_chunk *chunk) {
    struct found_recording *recording = recording_of(search, chunk->source, chunk->recording);
    if (recording == NULL) return;
    add_path(recording, chunk->source);
    recording->chunks++;
    recording->bytes += chunk->size;
    const uint64_t ids[] = {recording->id, chunk->id};
    recording->id = hash_stable(ids, sizeof ids);
    recording->unfinished = recording->unfinished || chunk->unfinished;
    int64_t end = chunk->start_ns + chunk->duration_ns;
    if (chunk->start_ns && (recording->start_ns == 0 || chunk->start_ns < recording->start_ns))
        recording->start_ns = chunk->start_ns;
    if (chunk->start_ns && end > recording->end_ns) recording->end_ns = end;
}

struct found_profile { /* in the state of the search */
    char *source;
    uint32_t number;
    uint64_t bytes;
    int64_t start_ns, end_ns;
};

static void add_profile(struct search *search, const struct found_profile *profile) {
    struct found_recording *recording = recording_of(search, profile->source, profile->number);
    if (recording == NULL) return;
    add_path(recording, profile->source);
    recording->profile = true;
    recording->bytes += profile->bytes;
    recording->start_ns = profile->start_ns;
    recording->end_ns = profile->end_ns;
}

/* Titles that several have, below different operands, become what tells them apart. */
static void tell_apart(struct found *found) {
    for (size_t i = 0, end; i < found->recordings.len; i = end) {
        struct found_recording *same = &found->recordings.items[i];
        for (end = i + 1; end < found->recordings.len; end++)
            if (strcmp(found->recordings.items[end].title, same->title) != 0) break;
        for (size_t k = i; k < end && end - i > 1; k++) {
            struct found_recording *recording = &found->recordings.items[k];
            const char *whole = recording->member ? recording->member : recording->paths.items[0];
            size_t len = strlen(whole);
            if (recording->repository && recording->member) len--;
            else if (recording->repository) len = repository_of(whole);
            free(recording->title);
            recording->title = mem_copy_text(whole);
            recording->title[len] = 0;
        }
    }
}

static int compare_recordings(const void *a, const void *b) {
    return strcmp(((const struct found_recording *)a)->title,
                  ((const struct found_recording *)b)->title);
}

/* Of chunks the headers are of interest, which the scan notes; of profiles that they are there. */
typedef ARRAY(struct found_profile) profiles;

static void *search_open(const void *options) {
    return mem_zero(1, sizeof(profiles));
}
static void search_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
}
static bool search_document(void *state, const struct jfr_chunk *bytes, const struct jfr_log *log,
                            struct jfr_error *error) {
    profiles *list = state;
    struct found_profile profile = {
        .source = mem_copy_text(bytes->name), .number = bytes->recording, .bytes = bytes->size};
    int64_t start = 0, duration = 0;
    document_span(bytes->data, (size_t)bytes->size, &start, &duration);
    if (start > 0) {
        profile.start_ns = start;
        profile.end_ns = start + duration;
    }
    array_push(list, profile);
    return true;
}
static void search_merge(void *into, void *from) {
    profiles *list = into, *more = from;
    for (size_t i = 0; i < more->len; i++) array_push(list, more->items[i]);
    more->len = 0;
}
static void search_close(void *state) {
    profiles *list = state;
    for (size_t i = 0; i < list->len; i++) free(list->items[i].source);
    array_free(list);
    free(list);
}

/* ==== What else lies there ================================================================== */

/* Whatever its name: -XX:ErrorFile may say anything. Of a very long log both ends are read. */
static void look_at(struct leftovers *others, const char *path, bool named) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat file;
    if (fd < 0) return;
    OWNED(mem_release) char *bytes = mem_alloc(FIRST_LOOK);
    ssize_t got = fstat(fd, &file) == 0 && S_ISREG(file.st_mode) ? read(fd, bytes, FIRST_LOOK) : -1;
    enum leftover kind =
        got < 0 ? LEFTOVER_NONE : leftovers_look(others, path, bytes, (size_t)got, named);
    off_t at = got;
    while (kind == LEFTOVER_READ && got > 0) {
        leftovers_take(others, bytes, (size_t)got);
        if (at >= LOG_LOOK && file.st_size - at > LOG_LOOK) {
            at = file.st_size - LOG_LOOK;
            leftovers_skip(others);
            if (lseek(fd, at, SEEK_SET) < 0) break;
        }
        got = read(fd, bytes, FIRST_LOOK);
        at += got;
    }
    leftovers_end(others);
    close(fd);
}

static enum input_other_is look_at_member(void *context, const char *name, const uint8_t *data,
                                          size_t size) {
    struct leftovers *others = context;
    switch (leftovers_look(others, name, data, size, false)) {
    case LEFTOVER_KNOWN: return INPUT_OTHER_WANTED;
    case LEFTOVER_READ: return INPUT_OTHER_READ;
    case LEFTOVER_NONE: break;
    }
    return INPUT_OTHER_LEFT_OUT;
}

static bool take_of_member(void *context, const uint8_t *data, size_t size) {
    struct leftovers *others = context;
    if (size == 0) return leftovers_end(others);
    leftovers_take(others, data, size);
    return true;
}

/* What is known to be no recording, which need not be said of it. */
static bool is_leftover(void *context, const char *path) {
    const struct leftovers *others = context;
    for (size_t i = 0; i < others->crashes.len; i++)
        if (strcmp(others->crashes.items[i].path, path) == 0) return true;
    return some_of(i, others->traces.len, strcmp(others->traces.items[i].path, path) == 0);
}

static void find_others(struct found *found, const struct scan_options *scan) {
    for (size_t i = 0; i < scan->path_count; i++) {
        OWNED(array_release) places list = {0};
        if (file_is(scan->paths[i])) look_at(&found->others, scan->paths[i], true);
        else folder_list(&list, scan->paths[i], 0);
        for (size_t k = 0; k < list.len; k++) {
            if (list.items[k].failure == 0) look_at(&found->others, list.items[k].path, false);
            free(list.items[k].path);
        }
    }
}

ORDERED(compare_crashes, struct found_crash, strcmp(x->title, y->title), strcmp(x->path, y->path))

ORDERED(compare_traces, struct found_trace, strcmp(x->title, y->title), strcmp(x->path, y->path))

/* How much it says of the thread that died. */
static size_t told(const struct found_crash *crash) {
    return crash->native.total + crash->java.total + (*crash->thread != 0) + (*crash->time != 0);
}

/* What a console shows of an error log has neither thread nor time. In containers two may have the
 * same process, and even fail alike. */
static bool same_death(const struct found_crash *a, const struct found_crash *b) {
    return is_known(a->pid) && a->pid == b->pid && strcmp(a->signal, b->signal) == 0 &&
           (!a->start_ns || !b->start_ns || a->start_ns == b->start_ns);
}

/* The one that says more is kept. */
static void drop_copies(found_crashes *crashes) {
    size_t kept = 0;
    EACH (struct found_crash, crash, crashes) {
        size_t k = 0;
        while (k < kept && !same_death(crash, &crashes->items[k])) k++;
        if (k == kept) {
            crashes->items[kept++] = *crash;
            continue;
        }
        struct found_crash *less =
            told(crash) > told(&crashes->items[k]) ? &crashes->items[k] : crash;
        struct found_crash more = less == crash ? crashes->items[k] : *crash;
        crash_free(less);
        crashes->items[k] = more;
    }
    crashes->len = kept;
}

static void name_others(struct leftovers *others, const struct scan_options *scan) {
    EACH (struct found_crash, crash, &others->crashes) {
        free(crash->title);
        crash->title = mem_copy_text(title_of(scan, crash->path));
    }
    EACH (struct found_trace, trace, &others->traces) {
        free(trace->title);
        trace->title = mem_copy_text(title_of(scan, trace->path));
    }
    array_sort(&others->traces, compare_traces);
    if (!others->crashes.len) return;
    qsort(others->crashes.items, others->crashes.len, sizeof *others->crashes.items,
          compare_crashes);
    drop_copies(&others->crashes);
}

bool found_anything(const struct found *found) {
    return found->recordings.len || found->others.crashes.len || found->others.traces.len;
}

/* ==== All of it ============================================================================= */

static bool is_in(const char *archive, const char *source) {
    size_t len = strlen(archive);
    return strncmp(source, archive, len) == 0 && strncmp(source + len, ": ", 2) == 0;
}

static bool has_other(const struct found *found, const char *archive) {
    const struct leftovers *others = &found->others;
    for (size_t i = 0; i < others->crashes.len; i++)
        if (is_in(archive, others->crashes.items[i].path)) return true;
    return some_of(i, others->traces.len, is_in(archive, others->traces.items[i].path));
}

/* A folder without a recording is no failure where another has one, or something else was found;
 * nor is an archive that has something else. */
static void forgive_folders(const struct found *found, const struct scan_options *scan,
                            struct scan_report *report) {
    if (!found_anything(found)) return;
    for (size_t i = 0; i < scan->path_count; i++) {
        if (file_is(scan->paths[i]) && !has_other(found, scan->paths[i])) continue;
        OWNED(text_free) struct text name = {0};
        text_addf(&name, "%s ", shorten(scan->paths[i]).text);
        size_t kept = 0;
        for (size_t k = 0; k < report->notes.len; k++) {
            struct scan_note *note = &report->notes.items[kept++];
            *note = report->notes.items[k];
            if (!note->failed || strncmp(note->note.text, name.data, name.len) != 0 ||
                !strstr(note->note.text + name.len - 1, " holds no recording: "))
                continue;
            note->failed = false;
            note->note.kind = JFR_NOTE_SKIPPED;
            report->failed--;
            if (file_is(scan->paths[i])) kept--; /* what it has is in the report */
        }
        report->notes.len = kept;
    }
}

static int compare_profiles(const void *a, const void *b) {
    return strcmp(((const struct found_profile *)a)->source,
                  ((const struct found_profile *)b)->source);
}

static void sort_recordings(struct found *found) {
    array_sort(&found->recordings, compare_recordings);
}

static void free_recording(struct found_recording *recording) {
    for (size_t k = 0; k < recording->paths.len; k++) free(recording->paths.items[k]);
    array_free(&recording->paths);
    mem_free(recording->title, recording->member);
}

/* Of the same recording what lies there as a file comes before what is in an archive. */
static int by_content(const void *a, const void *b) {
    const struct found_recording *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    if (!x->member != !y->member) return x->member ? 1 : -1;
    return compare_recordings(a, b);
}

static void say_copy(const struct found_recording *copy, const struct found_recording *of,
                     struct scan_report *report) {
    uint32_t source = strings_add(&report->sources, copy->title);
    struct scan_note note = {.source = strings_get(&report->sources, source),
                             .order = copy->first,
                             .note = {.kind = JFR_NOTE_SKIPPED}};
    snprintf(note.note.text, sizeof note.note.text, "this is the same as %.200s, and was left out",
             of->title);
    array_push(&report->notes, note);
}

/* A recording that lies in a folder and in an archive is one. */
static void leave_out_copies(struct found *found, struct scan_report *report) {
    size_t kept = 0, len = found->recordings.len;
    struct found_recording *items = found->recordings.items;
    if (len) qsort(items, len, sizeof *items, by_content);
    for (size_t i = 0; i < len; i++) {
        const struct found_recording *before = kept ? &items[kept - 1] : NULL;
        if (before && items[i].chunks && items[i].member && before->id == items[i].id &&
            before->chunks == items[i].chunks) {
            say_copy(&items[i], before, report);
            free_recording(&items[i]);
        } else {
            items[kept++] = items[i];
        }
    }
    found->recordings.len = kept;
}

void report_find(const struct scan_options *scan, struct found *found, struct scan_report *report) {
    static const struct scan_work work = {.open = search_open,
                                          .chunk = search_chunk,
                                          .document = search_document,
                                          .merge = search_merge,
                                          .close = search_close};
    *found = (struct found){0};
    find_others(found, scan);
    ARRAY(const char *) paths = {0};
    for (size_t i = 0; i < scan->path_count; i++)
        if (!is_leftover(&found->others, scan->paths[i])) array_push(&paths, scan->paths[i]);
    struct scan_options all = *scan;
    all.paths = paths.items;
    all.path_count = paths.len;
    all.keep_duplicates = true; /* a chunk that two recordings have is in both */
    all.input = jfr_input_open(all.paths, all.path_count);
    input_show_others(all.input, &(struct input_others){look_at_member, take_of_member, is_leftover,
                                                        &found->others});
    profiles *list = scan_run(&all, &work, report);
    jfr_input_close(all.input);
    struct search search = {.scan = scan, .found = found};
    strings_intern(&search.keys, "", 0);
    for (size_t i = 0; i < report->chunks.len; i++) add_chunk(&search, &report->chunks.items[i]);
    array_sort(list, compare_profiles);
    for (size_t i = 0; i < list->len; i++) add_profile(&search, &list->items[i]);
    search_close(list);
    name_others(&found->others, scan);
    forgive_folders(found, scan, report);
    strings_free(&search.keys);
    array_free(&paths);
    leave_out_copies(found, report);
    sort_recordings(found);
    tell_apart(found);
    sort_recordings(found);
}

void found_free(struct found *found) {
    for (size_t i = 0; i < found->recordings.len; i++) free_recording(&found->recordings.items[i]);
    array_free(&found->recordings);
    leftovers_free(&found->others);
}
