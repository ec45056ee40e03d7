#include "parser/input/words.h"

#include "parser/input/segment.h"

#include <stdio.h>

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

void words_note_others(const struct jfr_log *log, const char *name, const char *more,
                       uint64_t others, uint64_t empty) {
    if (log == NULL || log->note == NULL) return;
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED};
    char words[120] = "";
    if (others > 0) count_others(words, sizeof words, others, empty);
    snprintf(note.text, sizeof note.text, "%s: %s%s", shorten(name).text, words, more);
    log->note(log->context, &note);
}

void words_not_jfr(struct jfr_error *error, const char *name, const uint8_t *first, size_t len,
                   enum content packed) {
    char what[240];
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
void words_nothing_in(struct jfr_error *error, const char *name, uint64_t size,
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
    else words_not_jfr(error, name, result->first, result->first_len, result->outer);
}

static void add_too_deep(const struct words_folder *folder, char *text, size_t size) {
    *text = 0;
    if (folder->too_deep > 0)
        snprintf(text, size, "%s%llu %s too deep to be looked into", folder->others > 0 ? "; " : "",
                 (unsigned long long)folder->too_deep,
                 plural(folder->too_deep, "directory lies", "directories lie"));
}

void words_note_folder(const struct jfr_log *log, const struct words_folder *folder) {
    char deep[100];
    add_too_deep(folder, deep, sizeof deep);
    if (folder->others > 0 || folder->too_deep > 0)
        words_note_others(log, folder->path, deep, folder->others, folder->empty);
}

void words_nothing_in_folder(struct jfr_error *error, const struct words_folder *folder) {
    char deep[100], words[120] = "it holds no files";
    add_too_deep(folder, deep, sizeof deep);
    if (folder->files > 0) count_others(words, sizeof words, folder->others, folder->empty);
    error_say(error, JFR_NOT_JFR, 0, "%s holds no recording: %s%s%s", shorten(folder->path).text,
              words, folder->others == 0 && *deep ? "; " : "", deep);
}
