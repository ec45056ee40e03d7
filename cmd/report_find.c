#include "cmd/report_find.h"
#include "parser/folder.h"
#include "parser/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CRASH_LOOK 65536 /* bytes of a log that are looked at: what counts stands on top */
#define MAX_CRASHES 1000

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

static bool is_file(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

/* The file that the source is of: itself, or what stands before the ": " of an archive's member. */
static char *file_of(const char *source) {
    char *path = mem_copy_text(source);
    if (is_file(path)) return path;
    for (char *at = strstr(path, ": "); at; at = strstr(at + 1, ": ")) {
        *at = 0;
        if (is_file(path)) return path;
        *at = ':';
    }
    free(path);
    return NULL;
}

/* Without the operand that it lies below, if that is a folder; else without the folders before it. */
static const char *title_of(const struct scan_options *scan, const char *source) {
    for (size_t i = 0; i < scan->path_count; i++) {
        const char *operand = scan->paths[i];
        size_t len = strlen(operand);
        struct stat file;
        if (strncmp(source, operand, len) != 0 || stat(operand, &file) != 0) continue;
        if (S_ISDIR(file.st_mode)) {
            const char *rest = source + len;
            while (*rest == '/') rest++;
            return *rest ? rest : source;
        }
        const char *slash = strrchr(operand, '/');
        return slash ? source + (slash + 1 - operand) : source;
    }
    return source;
}

/* ==== Recordings ============================================================================ */

static struct found_recording *recording_of(struct found *found, const char *title) {
    for (size_t i = found->recordings.len; i-- > 0;) /* the last one nearly always */
        if (strcmp(found->recordings.items[i].title, title) == 0)
            return &found->recordings.items[i];
    array_push(&found->recordings, (struct found_recording){.title = mem_copy_text(title)});
    return &found->recordings.items[found->recordings.len - 1];
}

static void add_path(struct found_recording *recording, const char *path) {
    size_t len = recording->paths.len; /* chunks of one file come one behind the other */
    if (len && strcmp(recording->paths.items[len - 1], path) == 0) return;
    array_push(&recording->paths, mem_copy_text(path));
}

static void add_chunk(struct found *found, const struct scan_options *scan,
                      const struct scan_chunk *chunk) {
    char *path = file_of(chunk->source);
    if (path == NULL) return; /* gone meanwhile */
    bool member = strcmp(path, chunk->source) != 0;
    size_t repository = member ? 0 : repository_of(chunk->source);
    char *title = mem_copy_text(title_of(scan, chunk->source));
    if (repository) { /* the folder is the recording, unless the file itself was asked for */
        char *slash = strrchr(title, '/');
        if (slash) *slash = 0;
        else repository = 0;
    }
    struct found_recording *recording = recording_of(found, title);
    recording->repository = repository != 0;
    if (member && recording->member == NULL) recording->member = mem_copy_text(chunk->source);
    add_path(recording, path);
    recording->chunks++;
    recording->bytes += chunk->size;
    int64_t end = chunk->start_ns + chunk->duration_ns;
    if (chunk->start_ns && (recording->start_ns == 0 || chunk->start_ns < recording->start_ns))
        recording->start_ns = chunk->start_ns;
    if (chunk->start_ns && end > recording->end_ns) recording->end_ns = end;
    free(title);
    free(path);
}

static int compare_recordings(const void *a, const void *b) {
    return strcmp(((const struct found_recording *)a)->title,
                  ((const struct found_recording *)b)->title);
}

/* Only the headers of chunks are of interest. */
static void *nothing_open(const void *options) {
    (void)options;
    return NULL;
}
static void nothing_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {}
static void nothing_merge(void *into, void *from) {}
static void nothing_close(void *state) {}

/* ==== Crashes =============================================================================== */

static void look_at(struct found *found, const struct scan_options *scan, const char *path) {
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    size_t len = strlen(name);
    bool log = len > 4 && strcmp(name + len - 4, ".log") == 0;
    if (!log && strncmp(name, "hs_err", 6) != 0) return;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return;
    char *text = mem_alloc(CRASH_LOOK);
    size_t got = fread(text, 1, CRASH_LOOK, file);
    fclose(file);
    struct found_crash crash = {0};
    if (found->crashes.len < MAX_CRASHES && crash_parse(text, got, &crash)) {
        crash.path = mem_copy_text(path);
        crash.title = mem_copy_text(title_of(scan, path));
        array_push(&found->crashes, crash);
    }
    free(text);
}

static void find_crashes(struct found *found, const struct scan_options *scan) {
    for (size_t i = 0; i < scan->path_count; i++) {
        places list = {0};
        if (is_file(scan->paths[i])) look_at(found, scan, scan->paths[i]);
        else folder_list(&list, scan->paths[i], 0);
        for (size_t k = 0; k < list.len; k++) {
            if (list.items[k].failure == 0) look_at(found, scan, list.items[k].path);
            free(list.items[k].path);
        }
        array_free(&list);
    }
}

static int compare_crashes(const void *a, const void *b) {
    return strcmp(((const struct found_crash *)a)->title, ((const struct found_crash *)b)->title);
}

/* ==== All of it ============================================================================= */

void report_find(const struct scan_options *scan, struct found *found, struct scan_report *report) {
    static const struct scan_analysis nothing = {.open = nothing_open, .chunk = nothing_chunk,
                                                 .merge = nothing_merge, .close = nothing_close};
    *found = (struct found){0};
    struct scan_options all = *scan;
    all.keep_duplicates = true; /* a chunk that two recordings have is in both */
    scan_run(&all, &nothing, report);
    for (size_t i = 0; i < report->chunks.len; i++) add_chunk(found, scan, &report->chunks.items[i]);
    find_crashes(found, scan);
    if (found->recordings.len)
        qsort(found->recordings.items, found->recordings.len, sizeof *found->recordings.items,
              compare_recordings);
    if (found->crashes.len)
        qsort(found->crashes.items, found->crashes.len, sizeof *found->crashes.items,
              compare_crashes);
}

void found_free(struct found *found) {
    for (size_t i = 0; i < found->recordings.len; i++) {
        struct found_recording *recording = &found->recordings.items[i];
        for (size_t k = 0; k < recording->paths.len; k++) free(recording->paths.items[k]);
        array_free(&recording->paths);
        free(recording->title);
        free(recording->member);
    }
    for (size_t i = 0; i < found->crashes.len; i++) {
        struct found_crash *crash = &found->crashes.items[i];
        free(crash->path);
        free(crash->title);
        free(crash->signal);
        free(crash->frame);
        free(crash->thread);
        free(crash->vm);
        free(crash->time);
    }
    array_free(&found->recordings);
    array_free(&found->crashes);
}
