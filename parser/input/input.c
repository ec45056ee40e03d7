/* Paths become segments: files that are recordings are mapped as they are, all else goes through
 * archive.c. A mapped file that someone truncates while we read raises SIGBUS: the price of not
 * copying; recordings are written once and left alone. jfrtool says which file it was and ends. */
#include "parser/input/state.h"
#include "base/map.h"
#include "base/posix.h"
#include "parser/document/document.h"
#include "parser/input/content.h"
#include "parser/input/segment.h"
#include "parser/input/words.h"
#include "parser/wire.h"

#include <errno.h>
#include <stdio.h>

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
    struct stat about;
    struct platform_file file;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return;
    if (platform_file_named(path, &file)) array_push(&input->left_out, file);
}

void input_take_documents(struct jfr_input *input) {
    input->documents = true;
}

static bool is_left_out(const struct jfr_input *input, const struct stat *about) {
    struct platform_file file;
    if (input->left_out.len == 0 || !platform_file(input->fd, about, &file)) return false;
    return some_of(i, input->left_out.len, platform_file_same(&input->left_out.items[i], &file));
}

void input_show_others(struct jfr_input *input, const struct input_others *others) {
    input->others_shown = *others;
}

static void close_file(struct jfr_input *input) {
    unpack_close(input->unpack);
    input->unpack = NULL;
    if (input->fd > STDIN_FILENO) close(input->fd);
    input->fd = -1;
    input->copied = (struct copied){0};
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
    arrays_free(&input->folders, &input->left_out);
    if (input->ahead.there && input->ahead.got == 1) jfr_segment_release(&input->ahead.segment);
    text_free(&input->ahead.name);
    array_free(&input->ahead.notes);
    mem_free(input->item.name, input->only, input);
}

void jfr_input_progress(const struct jfr_input *input, uint64_t *done, uint64_t *total) {
    *done = atomic_load_explicit(&input->done, memory_order_relaxed);
    *total = atomic_load_explicit(&input->total, memory_order_relaxed);
}

/* ---- The list of files ---------------------------------------------------------------------- */

bool input_is_stdin(const struct place *place) {
    return place->folder == 0 && strcmp(place->path, "-") == 0;
}

const char *input_name_of(const struct place *place) {
    return input_is_stdin(place) ? "standard input" : place->path;
}

int input_open_place(const struct place *place) {
    if (input_is_stdin(place)) return STDIN_FILENO;
    /* In a directory a pipe may have taken the place of a file since we looked: do not wait. */
    int patience = place->folder ? O_NONBLOCK : 0;
    return open(place->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | patience);
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
        int result = input_is_stdin(&place) ? fstat(STDIN_FILENO, &file) : stat(place.path, &file);
        if (result == 0 && S_ISDIR(file.st_mode) && !input_is_stdin(&place)) {
            free(place.path);
            list_folder(input, input->named.items[i].path);
            continue;
        }
        if (result == 0 && S_ISREG(file.st_mode)) {
            uint64_t skip = input_is_stdin(&place) ? position_of(STDIN_FILENO) : 0;
            place.size = (uint64_t)file.st_size > skip ? (uint64_t)file.st_size - skip : 0;
        } else if (result == 0) {
            known = false;
        }
        array_push(&input->list, place);
    }
    for (size_t i = 0; i < input->list.len; i++) total += input->list.items[i].size;
    atomic_store_explicit(&input->total, known ? total : 0, memory_order_relaxed);
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
    error_say(error, JFR_IO, 0, "cannot %s %s: %s", what, shorten(input_name_of(place)).text,
              strerror(failure));
    finish_place(input, place);
    return -1;
}

static int end_folder(const struct folder *folder, const struct jfr_log *log,
                      struct jfr_error *error) {
    const struct words_folder words = {.path = folder->path,
                                       .files = folder->files,
                                       .others = folder->others,
                                       .empty = folder->empty,
                                       .too_deep = folder->too_deep};
    if (folder->recordings > 0 || folder->failures > 0 || folder->known > 0) {
        words_note_folder(log, &words);
        return 0;
    }
    words_nothing_in_folder(error, &words);
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
    if (part.others > 0) words_note_others(log, input_name_of(place), "", part.others, part.empty);
}

/* The file at hand is unpacked to its end. */
static int end_unpacking(struct jfr_input *input, const struct place *place,
                         const struct jfr_log *log, struct jfr_error *error) {
    const struct unpack_result *result = unpack_result(input->unpack);
    struct folder *folder = folder_of(input, place);
    bool nothing = result->recordings == 0 && result->failures == 0;
    bool awaited = input->apart && content_is_named_so(input_name_of(place));
    if (folder) {
        folder->recordings += result->recordings;
        folder->failures += result->failures;
        folder->others += nothing && !awaited;
        folder->failures += nothing && awaited;
        folder->empty += nothing && result->outer == CONTENT_OTHER && result->empty > 0;
    }
    if (nothing && (!folder || awaited))
        words_nothing_in(error, input_name_of(place), place->size, result);
    if (!nothing && result->others > 0)
        words_note_others(log, input_name_of(place), "", result->others, result->empty);
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

/* May it be a profile that only its name, or who named it, tells from other text? */
static bool is_wanted_text(const struct jfr_input *input, const struct place *place) {
    return !place->folder || (input->documents && document_is_named_so(place->path));
}

/* A file that begins neither as a recording nor as something packed may still be a recording, with
 * garbage in front. */
static int search_mapped(struct jfr_input *input, const struct place *place,
                         struct jfr_segment *segment, struct jfr_error *error) {
    if (content_holds_chunk(segment->data, segment->size))
        return deliver_mapped(input, place, segment);
    bool called_so = !place->folder && document_is_named_so(place->path);
    if (called_so ||
        (is_wanted_text(input, place) && document_looks(segment->data, segment->size))) {
        segment->profile = 1;
        return deliver_mapped(input, place, segment);
    }
    words_not_jfr(error, segment->name, segment->data, segment->size, CONTENT_OTHER);
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

/* A recording that lies there as it is, chunk by chunk. */
static int continue_copying(struct jfr_input *input, const struct place *place,
                            struct jfr_segment *segment, struct jfr_error *error) {
    int result = copied_next(&input->copied, segment, error);
    if (result == 1) segment->recording = place->recordings;
    if (result != 1 || segment->last) {
        if (result == 1) input->recordings++;
        finish_place(input, place);
    }
    return result;
}

/* It is opened once more, and is not what it was. */
static int fail_changed(struct jfr_input *input, const struct place *place, const char *change,
                        struct jfr_error *error) {
    again_say_changed(place, change, error);
    input->changed = true;
    finish_place(input, place);
    return -1;
}

/* 1 or -1 as jfr_input_next, 0: go on (with input->unpack, input->copied or the next place). */
static int begin_place(struct jfr_input *input, struct place *place, struct jfr_segment *segment,
                       const struct jfr_log *log, struct jfr_error *error) {
    char change[100];
    if (input->again) input->recordings = place->recordings;
    if (!unpack_wanted(input->only, input_name_of(place)) || (input->again && !place->gave)) {
        finish_place(input, place);
        return 0;
    }
    if (place->failure != 0) return fail(input, place, "open", place->failure, error);
    const struct input_others *others = &input->others_shown;
    if (place->folder && others->known && others->known(others->context, place->path)) {
        folder_of(input, place)->known++;
        finish_place(input, place);
        return 0;
    }
    struct stat about;
    input->fd = input_open_place(place);
    if (input->fd < 0 || fstat(input->fd, &about) != 0) {
        input->changed = input->again;
        return fail(input, place, input->again ? "open again" : "open", errno, error);
    }
    if (!input->again) place->was = identity_of(input->fd, &about);
    else if (!identity_holds(&place->was, input->fd, &about, change, sizeof change))
        return fail_changed(input, place, change, error);
    if (S_ISDIR(about.st_mode)) return fail(input, place, "open", EISDIR, error);
    if (place->folder && is_left_out(input, &about)) {
        log_note(log, JFR_NOTE_SKIPPED, 0, 0, "%s was left out: it is what is written here",
                 shorten(input_name_of(place)).text);
        folder_of(input, place)->files--;
        finish_place(input, place);
        return 0;
    }

    struct unpack_file file = {
        .fd = input->fd, .name = input_name_of(place), .only = input->only, .parts = input->parts};
    file.named = !place->folder;
    file.documents = input->documents;
    file.apart = input->apart;
    file.others = &input->others_shown;
    file.start = input_is_stdin(place) ? position_of(file.fd) : 0;
    if (S_ISREG(about.st_mode) && (uint64_t)about.st_size > file.start)
        file.size = (uint64_t)about.st_size - file.start;
    file.seekable = file.size > 0;
    place->once = !file.seekable;
    if (file.seekable) {
        uint8_t first[CONTENT_LOOK];
        ssize_t len = pread(file.fd, first, sizeof first, (off_t)file.start);
        if (len < 0) return fail(input, place, "read", errno, error);
        enum content content = len > 0 ? content_of(first, (size_t)len) : CONTENT_RECORDING;
        bool awaited = input->apart && content_is_named_so(input_name_of(place));
        bool text = is_wanted_text(input, place) && document_looks(first, (size_t)len);
        bool unasked = content == CONTENT_OTHER_PROFILE
                           ? !input->documents
                           : content == CONTENT_OTHER && !awaited && !text;
        if (unasked && place->folder) {
            /* Nobody asked to have everything searched that lies about in a directory. */
            folder_of(input, place)->others++;
            finish_place(input, place);
            return 0;
        }
        bool profile = content == CONTENT_PROFILE || content == CONTENT_OTHER_PROFILE;
        bool plain = content == CONTENT_RECORDING || content == CONTENT_OTHER;
        if (input->copies && plain) {
            input->copied = (struct copied){.fd = file.fd, .size = file.size, .name = file.name};
            return continue_copying(input, place, segment, error);
        }
        if (!input->copies && (plain || profile) && take_whole(segment, &file)) {
            segment->profile = profile;
            return content != CONTENT_OTHER ? deliver_mapped(input, place, segment)
                                            : search_mapped(input, place, segment, error);
        }
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
    return place->folder_ends ? input->folders.items[place->folder - 1].path : input_name_of(place);
}

/* What an error of pull is about. */
static struct input_failed failed_in(const struct jfr_input *input) {
    const struct jfr_segment *old = &input->old.whole;
    if (old->name) return (struct input_failed){old->recording, old->name};
    return (struct input_failed){input->unpack ? unpack_failed_in(input->unpack) : UINT32_MAX, ""};
}

/* For who reads it once more. */
static void remember(struct jfr_input *input, int result) {
    struct place *place = input->at ? &input->list.items[input->at - 1] : NULL;
    if (!place || result == 0) return;
    if (input->again) {
        input->lost = result < 0 && (input->changed || !place->failed);
        input->changed = false;
    } else if (result < 0) {
        place->failed = true;
    } else {
        place->gave = true;
    }
}

static int next_segment(struct jfr_input *input, struct jfr_segment *segment,
                        const struct jfr_log *log, struct jfr_error *error) {
    if (!input->listed) make_list(input);
    for (;;) {
        int result = v0_segments_next(&input->old, segment, log, error);
        if (result != 0) return result;
        if (input->unpack != NULL) {
            const struct place *place = &input->list.items[input->at - 1];
            result = continue_unpacking(input, place, segment, log, error);
            if (input->unpack && unpack_waits(input->unpack)) return 0;
        } else if (input->copied.size) {
            result = continue_copying(input, &input->list.items[input->at - 1], segment, error);
        } else if (input->at == input->list.len) {
            return 0;
        } else {
            struct place *place = &input->list.items[input->at++];
            input->position = input->done_before;
            if (!input->again) place->recordings = input->recordings;
            if (!place->folder_ends) result = begin_place(input, place, segment, log, error);
            else if (!input->again) result = end_folder(folder_of(input, place), log, error);
        }
        if (result == 1 && v0_segments_wanted(segment)) v0_segments_feed(&input->old, segment);
        else if (result != 0) return result;
    }
}

/* As jfr_input_next, whatever recording it is of. */
static int pull(struct jfr_input *input, struct jfr_segment *segment, const struct jfr_log *log,
                struct jfr_error *error) {
    int result = next_segment(input, segment, log, error);
    remember(input, result);
    return result;
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
