/* Paths become segments: files that are recordings are mapped as they are, all else goes through
 * archive.c. A mapped file that someone truncates while we read raises SIGBUS: the price of not
 * copying; recordings are written once and left alone. jfrtool says which file it was and ends. */
#include "parser/input/input.h"
#include "parser/input/archive.h"
#include "base/array.h"
#include "base/map.h"
#include "base/text.h"
#include "parser/input/content.h"
#include "parser/input/folder.h"
#include "parser/input/segment.h"
#include "parser/input/v0_segments.h"
#include "parser/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    const char *path;
    uint64_t files, others, empty; /* others: files that are no recordings */
    uint64_t recordings, failures;
    uint64_t too_deep;
};

/* What comes next, where recordings are asked for one by one. */
struct ahead {
    bool there;
    int got; /* as jfr_input_next returns it */
    struct jfr_segment segment;
    struct jfr_error error;
    struct text name; /* of what it is about */
    struct input_failed failed;
    uint32_t recording; /* that it is of, or UINT32_MAX */
    uint64_t position;
    ARRAY(struct jfr_note) notes;
};

struct left_out { /* a file, wherever a folder has it */
    dev_t device;
    ino_t file;
};

struct jfr_input {
    places named; /* as the caller gave them */
    places list;  /* with directories replaced by what is in them, made at the first call */
    size_t at;    /* in list */
    bool listed;
    ARRAY(struct folder) folders;
    struct unpack *unpack;  /* of the place before at, or NULL */
    int fd;                 /* which it reads */
    struct v0_segments old; /* chunks of format 0.9, which come out translated */
    char *only;             /* NULL: everything */
    bool parts;             /* it is asked for in parts */
    ARRAY(struct left_out) left_out;
    input_other *other; /* or NULL */
    void *other_context;
    bool apart; /* recordings are asked for one by one: */
    struct input_item item;
    struct ahead ahead;
    uint32_t recordings;
    uint64_t position;            /* of the place at hand */
    uint64_t done_before;         /* bytes of the places that are finished */
    _Atomic uint64_t done, total; /* for who watches from another thread */
};

struct jfr_input *jfr_input_open(const char *const *paths, size_t count) {
    struct jfr_input *input = mem_zero(1, sizeof *input);
    input->fd = -1;
    for (size_t i = 0; i < count; i++)
        array_push(&input->named, (struct place){.path = mem_copy_text(paths[i])});
    return input;
}

void jfr_input_only(struct jfr_input *input, const char *name) {
    free(input->only);
    input->only = mem_copy_text(name);
}

void input_part(struct jfr_input *input, const char *name) {
    jfr_input_only(input, name);
    input->parts = true;
    if (input->unpack) unpack_part(input->unpack, input->only);
}

void input_leave_out(struct jfr_input *input, const char *path) {
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) return;
    array_push(&input->left_out, (struct left_out){file.st_dev, file.st_ino});
}

static bool is_left_out(const struct jfr_input *input, const struct stat *file) {
    for (size_t i = 0; i < input->left_out.len; i++) {
        const struct left_out *left = &input->left_out.items[i];
        if (left->device == file->st_dev && left->file == file->st_ino) return true;
    }
    return false;
}

void input_show_others(struct jfr_input *input, input_other *other, void *context) {
    input->other = other;
    input->other_context = context;
}

static void close_file(struct jfr_input *input) {
    unpack_close(input->unpack);
    input->unpack = NULL;
    if (input->fd > STDIN_FILENO) close(input->fd);
    input->fd = -1;
}

static void free_places(places *list) {
    for (size_t i = 0; i < list->len; i++) free(list->items[i].path);
    array_free(list);
}

void jfr_input_close(struct jfr_input *input) {
    if (input == NULL) return;
    close_file(input);
    v0_segments_free(&input->old);
    free_places(&input->named);
    free_places(&input->list);
    array_free(&input->folders);
    array_free(&input->left_out);
    if (input->ahead.there && input->ahead.got == 1) jfr_segment_release(&input->ahead.segment);
    text_free(&input->ahead.name);
    array_free(&input->ahead.notes);
    free(input->item.name);
    free(input->only);
    free(input);
}

void jfr_input_progress(const struct jfr_input *input, uint64_t *done, uint64_t *total) {
    *done = atomic_load_explicit(&input->done, memory_order_relaxed);
    *total = atomic_load_explicit(&input->total, memory_order_relaxed);
}

/* ---- The list of files ---------------------------------------------------------------------- */

static bool is_stdin(const struct place *place) {
    return place->folder == 0 && strcmp(place->path, "-") == 0;
}

static const char *name_of(const struct place *place) {
    return is_stdin(place) ? "standard input" : place->path;
}

/* Where standard input stands in its file: 0 for what cannot be asked. */
static uint64_t position_of(int fd) {
    off_t at = lseek(fd, 0, SEEK_CUR);
    return at > 0 ? (uint64_t)at : 0;
}

static void list_folder(struct jfr_input *input, const char *path) {
    array_push(&input->folders, (struct folder){.path = path});
    size_t number = input->folders.len, from = input->list.len;
    uint64_t too_deep = folder_list(&input->list, path, number);
    input->folders.items[number - 1].too_deep = too_deep;
    input->folders.items[number - 1].files = input->list.len - from;
    array_push(&input->list, (struct place){.folder = number, .folder_ends = true});
}

static void make_list(struct jfr_input *input) {
    bool known = true;
    uint64_t total = 0;
    input->listed = true;
    for (size_t i = 0; i < input->named.len; i++) {
        struct place place = {.path = mem_copy_text(input->named.items[i].path)};
        struct stat file = {0};
        int result = is_stdin(&place) ? fstat(STDIN_FILENO, &file) : stat(place.path, &file);
        if (result == 0 && S_ISDIR(file.st_mode) && !is_stdin(&place)) {
            free(place.path);
            list_folder(input, input->named.items[i].path);
            continue;
        }
        if (result == 0 && S_ISREG(file.st_mode)) {
            uint64_t skip = is_stdin(&place) ? position_of(STDIN_FILENO) : 0;
            place.size = (uint64_t)file.st_size > skip ? (uint64_t)file.st_size - skip : 0;
        } else if (result == 0) {
            known = false;
        }
        array_push(&input->list, place);
    }
    for (size_t i = 0; i < input->list.len; i++) total += input->list.items[i].size;
    atomic_store_explicit(&input->total, known ? total : 0, memory_order_relaxed);
}

/* ---- What is no recording ------------------------------------------------------------------- */

static const char *plural(uint64_t n, const char *one, const char *many) {
    return n == 1 ? one : many;
}

/* "3 files are no recordings (1 of them empty)" */
static void count_others(char *text, size_t size, uint64_t others, uint64_t empty) {
    int len = snprintf(
        text, size, "%llu %s left out", (unsigned long long)others,
        plural(others, "file is no recording and was", "files are no recordings and were"));
    if (empty > 0 && len > 0 && (size_t)len < size)
        snprintf(text + len, size - (size_t)len, " (%llu of them empty)",
                 (unsigned long long)empty);
}

static void note_others(const struct jfr_log *log, const char *name, const char *more,
                        uint64_t others, uint64_t empty) {
    if (log == NULL || log->note == NULL) return;
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED};
    char words[120] = "";
    if (others > 0) count_others(words, sizeof words, others, empty);
    snprintf(note.text, sizeof note.text, "%s: %s%s", shorten(name).text, words, more);
    log->note(log->context, &note);
}

static void say_not_jfr(struct jfr_error *error, const char *name, const uint8_t *first, size_t len,
                        enum content packed) {
    char what[120];
    content_describe(first, len, what, sizeof what);
    error_say(error, JFR_NOT_JFR, 0, "%s is not a JFR recording: %s%s%s%s", shorten(name).text,
              packed == CONTENT_OTHER ? "it " : "unpacked (",
              packed == CONTENT_OTHER ? "" : content_name(packed),
              packed == CONTENT_OTHER ? "" : ") it ", what);
}

/* Bytes that nothing, compressed, does not have. Of small files that were cut libarchive delivers
 * nothing, and does not say why. */
#define MORE_THAN_EMPTY 64

/* Why a file that the caller named holds no recording. */
static void say_nothing_in(struct jfr_error *error, const char *name, uint64_t size,
                           const struct unpack_result *result) {
    const char *shown = content_name(result->outer);
    if (result->archive && result->others == 0)
        error_say(error, JFR_NOT_JFR, 0, "%s (%s) holds no recording: it holds no files",
                  shorten(name).text, shown);
    else if (result->archive)
        error_say(error, JFR_NOT_JFR, 0,
                  "%s (%s) holds no recording: none of its %llu files is one (%llu of them empty)",
                  shorten(name).text, shown, (unsigned long long)result->others,
                  (unsigned long long)result->empty);
    else if (result->empty > 0 && result->outer == CONTENT_OTHER)
        error_say(error, JFR_NOT_JFR, 0,
                  "%s is empty (0 bytes): a JVM that was killed leaves its output file empty; its "
                  "data is in the repository directory (by default <date>_<time>_<pid> in /tmp), "
                  "which can be read in place of the file",
                  shorten(name).text);
    else if (result->first_len == 0 && size > MORE_THAN_EMPTY)
        error_say(error, JFR_NOT_JFR, 0,
                  "nothing could be unpacked from %s (%s, %llu bytes): it was probably not written "
                  "or copied to its end",
                  shorten(name).text, shown, (unsigned long long)size);
    else if (result->first_len == 0)
        error_say(error, JFR_NOT_JFR, 0, "%s is empty once unpacked (%s, 0 bytes)",
                  shorten(name).text, shown);
    else say_not_jfr(error, name, result->first, result->first_len, result->outer);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static struct folder *folder_of(struct jfr_input *input, const struct place *place) {
    return place->folder ? &input->folders.items[place->folder - 1] : NULL;
}

static void finish_place(struct jfr_input *input, const struct place *place) {
    uint64_t read = input->unpack ? unpack_progress(input->unpack) : 0;
    input->done_before += read > place->size ? read : place->size;
    atomic_store_explicit(&input->done, input->done_before, memory_order_relaxed);
    close_file(input);
}

static int fail(struct jfr_input *input, const struct place *place, const char *what, int failure,
                struct jfr_error *error) {
    struct folder *folder = folder_of(input, place);
    if (folder) folder->failures++;
    error_say(error, JFR_IO, 0, "cannot %s %s: %s", what, shorten(name_of(place)).text,
              strerror(failure));
    finish_place(input, place);
    return -1;
}

static int end_folder(const struct folder *folder, const struct jfr_log *log,
                      struct jfr_error *error) {
    char deep[100] = "";
    if (folder->too_deep > 0)
        snprintf(deep, sizeof deep, "%s%llu %s too deep to be looked into",
                 folder->others > 0 ? "; " : "", (unsigned long long)folder->too_deep,
                 plural(folder->too_deep, "directory lies", "directories lie"));
    if (folder->recordings > 0 || folder->failures > 0) {
        if (folder->others > 0 || folder->too_deep > 0)
            note_others(log, folder->path, deep, folder->others, folder->empty);
        return 0;
    }
    char words[120] = "it holds no files";
    if (folder->files > 0) count_others(words, sizeof words, folder->others, folder->empty);
    error_say(error, JFR_NOT_JFR, 0, "%s holds no recording: %s%s%s", shorten(folder->path).text,
              words, folder->others == 0 && *deep ? "; " : "", deep);
    return -1;
}

/* A mapped file is a recording as a whole. */
static int deliver_mapped(struct jfr_input *input, const struct place *place,
                          struct jfr_segment *segment) {
    struct folder *folder = folder_of(input, place);
    if (folder) folder->recordings++;
    segment->recording = input->recordings++;
    segment->last = true;
    finish_place(input, place);
    return 1;
}

/* Behind the part that was asked for. */
static void end_part(const struct jfr_input *input, const struct place *place,
                     const struct jfr_log *log) {
    struct unpack_result part = unpack_end_part(input->unpack);
    if (part.others > 0) note_others(log, name_of(place), "", part.others, part.empty);
}

/* The file at hand is unpacked to its end. */
static int end_unpacking(struct jfr_input *input, const struct place *place,
                         const struct jfr_log *log, struct jfr_error *error) {
    const struct unpack_result *result = unpack_result(input->unpack);
    struct folder *folder = folder_of(input, place);
    bool nothing = result->recordings == 0 && result->failures == 0;
    bool awaited = input->apart && content_is_named_so(name_of(place));
    if (folder) {
        folder->recordings += result->recordings;
        folder->failures += result->failures;
        folder->others += nothing && !awaited;
        folder->failures += nothing && awaited;
        folder->empty += nothing && result->outer == CONTENT_OTHER && result->empty > 0;
    }
    if (nothing && (!folder || awaited)) {
        say_nothing_in(error, name_of(place), place->size, result);
    }
    if (!nothing && result->others > 0)
        note_others(log, name_of(place), "", result->others, result->empty);
    finish_place(input, place);
    return nothing && (!folder || awaited) ? -1 : 0;
}

static int continue_unpacking(struct jfr_input *input, const struct place *place,
                              struct jfr_segment *segment, const struct jfr_log *log,
                              struct jfr_error *error) {
    int result = unpack_next(input->unpack, segment, error);
    atomic_store_explicit(&input->done, input->done_before + unpack_progress(input->unpack),
                          memory_order_relaxed);
    if (result != 0) return result;
    if (!unpack_waits(input->unpack)) return end_unpacking(input, place, log, error);
    end_part(input, place, log);
    return 0;
}

/* A file that begins neither as a recording nor as something packed may still be a recording, with
 * garbage in front. */
static int search_mapped(struct jfr_input *input, const struct place *place,
                         struct jfr_segment *segment, struct jfr_error *error) {
    if (content_holds_chunk(segment->data, segment->size))
        return deliver_mapped(input, place, segment);
    say_not_jfr(error, segment->name, segment->data, segment->size, CONTENT_OTHER);
    jfr_segment_release(segment);
    if (folder_of(input, place)) folder_of(input, place)->failures++;
    finish_place(input, place);
    return -1;
}

#define SMALL ((uint64_t)64 << 10) /* bytes: read, not mapped */

static bool take_whole(struct jfr_segment *segment, const struct unpack_file *file) {
    return file->size <= SMALL
               ? segment_read(segment, file->fd, file->start, file->size, file->name)
               : segment_map(segment, file->fd, file->start, file->size, file->name);
}

static int open_file(const struct place *place) {
    if (is_stdin(place)) return STDIN_FILENO;
    /* In a directory a pipe may have taken the place of a file since we looked: do not wait. */
    int patience = place->folder ? O_NONBLOCK : 0;
    return open(place->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | patience);
}

/* 1 or -1 as jfr_input_next, 0: go on (with input->unpack or the next place). */
static int begin_place(struct jfr_input *input, const struct place *place,
                       struct jfr_segment *segment, const struct jfr_log *log,
                       struct jfr_error *error) {
    if (!unpack_wanted(input->only, name_of(place))) {
        finish_place(input, place);
        return 0;
    }
    if (place->failure != 0) return fail(input, place, "open", place->failure, error);
    struct stat about;
    input->fd = open_file(place);
    if (input->fd < 0 || fstat(input->fd, &about) != 0)
        return fail(input, place, "open", errno, error);
    if (S_ISDIR(about.st_mode)) return fail(input, place, "open", EISDIR, error);
    if (place->folder && is_left_out(input, &about)) {
        log_note(log, JFR_NOTE_SKIPPED, 0, 0, "%s was left out: it is what is written here",
                 shorten(name_of(place)).text);
        folder_of(input, place)->files--;
        finish_place(input, place);
        return 0;
    }

    struct unpack_file file = {
        .fd = input->fd, .name = name_of(place), .only = input->only, .parts = input->parts};
    file.apart = input->apart;
    file.other = input->other;
    file.other_context = input->other_context;
    file.start = is_stdin(place) ? position_of(file.fd) : 0;
    if (S_ISREG(about.st_mode) && (uint64_t)about.st_size > file.start)
        file.size = (uint64_t)about.st_size - file.start;
    file.seekable = file.size > 0;
    if (file.seekable) {
        uint8_t first[CONTENT_LOOK];
        ssize_t len = pread(file.fd, first, sizeof first, (off_t)file.start);
        if (len < 0) return fail(input, place, "read", errno, error);
        enum content content = len > 0 ? content_of(first, (size_t)len) : CONTENT_RECORDING;
        bool awaited = input->apart && content_is_named_so(name_of(place));
        if (content == CONTENT_OTHER && place->folder && !awaited) {
            /* Nobody asked to have everything searched that lies about in a directory. */
            folder_of(input, place)->others++;
            finish_place(input, place);
            return 0;
        }
        bool known = content == CONTENT_RECORDING || content == CONTENT_PROFILE;
        if ((known || content == CONTENT_OTHER) && take_whole(segment, &file))
            return known ? deliver_mapped(input, place, segment)
                         : search_mapped(input, place, segment, error);
    }
    input->unpack = unpack_open(&file, &input->recordings);
    return 0;
}

/* What the last result of pull is about. */
static const char *name_at_hand(const struct jfr_input *input) {
    if (input->old.whole.name) return input->old.whole.name;
    if (input->unpack) return unpack_name(input->unpack);
    if (input->at == 0) return "";
    const struct place *place = &input->list.items[input->at - 1];
    return place->folder_ends ? input->folders.items[place->folder - 1].path : name_of(place);
}

/* What an error of pull is about. */
static struct input_failed failed_in(const struct jfr_input *input) {
    const struct jfr_segment *old = &input->old.whole;
    if (old->name) return (struct input_failed){old->recording, old->name};
    return (struct input_failed){input->unpack ? unpack_failed_in(input->unpack) : UINT32_MAX, ""};
}

/* As jfr_input_next, whatever recording it is of. */
static int pull(struct jfr_input *input, struct jfr_segment *segment, const struct jfr_log *log,
                struct jfr_error *error) {
    if (!input->listed) make_list(input);
    for (;;) {
        int result = v0_segments_next(&input->old, segment, log, error);
        if (result != 0) return result;
        if (input->unpack != NULL) {
            const struct place *place = &input->list.items[input->at - 1];
            result = continue_unpacking(input, place, segment, log, error);
            if (input->unpack && unpack_waits(input->unpack)) return 0;
        } else if (input->at == input->list.len) {
            return 0;
        } else {
            const struct place *place = &input->list.items[input->at++];
            input->position = input->done_before;
            if (place->folder_ends) result = end_folder(folder_of(input, place), log, error);
            else result = begin_place(input, place, segment, log, error);
        }
        if (result == 1 && v0_segments_wanted(segment)) v0_segments_feed(&input->old, segment);
        else if (result != 0) return result;
    }
}

/* ---- One by one ----------------------------------------------------------------------------- */

static void keep_note(void *context, const struct jfr_note *note) {
    struct ahead *ahead = context;
    array_push(&ahead->notes, *note);
    ahead->notes.items[ahead->notes.len - 1].name = NULL;
}

static void look_ahead(struct jfr_input *input) {
    struct ahead *ahead = &input->ahead;
    const struct jfr_log log = {.note = keep_note, .context = ahead};
    if (ahead->there) return;
    ahead->notes.len = 0;
    ahead->there = true;
    ahead->error = (struct jfr_error){0};
    ahead->got = pull(input, &ahead->segment, &log, &ahead->error);
    ahead->position = input->position;
    text_clear(&ahead->name);
    text_add(&ahead->name, ahead->got == 1 ? ahead->segment.name : name_at_hand(input));
    ahead->failed = failed_in(input);
    if (*ahead->failed.name) ahead->failed.name = text_str(&ahead->name);
    ahead->recording = ahead->got == 1 ? ahead->segment.recording : ahead->failed.recording;
}

static void account(struct input_item *item, const struct jfr_segment *segment) {
    uint64_t end = segment->offset + segment->size;
    if (item->bytes == 0)
        item->header =
            hash_stable(segment->data,
                        segment->size < JFR_HEADER_SIZE ? (size_t)segment->size : JFR_HEADER_SIZE);
    if (end > item->bytes) item->bytes = end;
    const uint64_t what[] = {item->header, item->bytes};
    item->id = hash_stable(what, sizeof what);
}

/* The next part of the item at hand. */
static int next_of_item(struct jfr_input *input, struct jfr_segment *segment,
                        const struct jfr_log *log, struct jfr_error *error) {
    struct ahead *ahead = &input->ahead;
    struct input_item *item = &input->item;
    look_ahead(input);
    if (ahead->got == 0 || ahead->recording == UINT32_MAX || ahead->recording != item->recording)
        return 0;
    for (size_t i = 0; i < ahead->notes.len && log && log->note; i++)
        log->note(log->context, &ahead->notes.items[i]);
    ahead->there = false;
    if (ahead->got == -1) {
        *error = ahead->error;
        return -1;
    }
    *segment = ahead->segment;
    account(item, segment);
    return 1;
}

uint64_t input_position(const struct jfr_input *input) {
    return input->apart ? input->ahead.position : input->position;
}

struct input_failed input_failed(const struct jfr_input *input) {
    return input->apart ? input->ahead.failed : failed_in(input);
}

void input_one_by_one(struct jfr_input *input) {
    input->apart = true;
}

const struct input_item *input_item(struct jfr_input *input) {
    struct ahead *ahead = &input->ahead;
    struct input_item *item = &input->item;
    struct jfr_segment segment;
    struct jfr_error error;
    int got;
    while (item->name && (got = next_of_item(input, &segment, NULL, &error)) != 0)
        if (got == 1) jfr_segment_release(&segment);
    free(item->name);
    *item = (struct input_item){0};
    look_ahead(input);
    if (ahead->got == 0) return NULL;
    item->name = mem_copy_text(text_str(&ahead->name));
    item->recording = ahead->recording;
    if (ahead->got == 1) {
        item->whole = ahead->segment.mapped ? ahead->segment.size : 0;
    } else if (ahead->recording == UINT32_MAX) {
        item->error = ahead->error;
        ahead->there = false;
    }
    return item;
}

int jfr_input_next(struct jfr_input *input, struct jfr_segment *segment, const struct jfr_log *log,
                   struct jfr_error *error) {
    return input->apart ? next_of_item(input, segment, log, error)
                        : pull(input, segment, log, error);
}
