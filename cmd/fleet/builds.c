#include "cmd/fleet/builds.h"
#include "base/folder.h"

#include "base/missing.h"
#include "base/posix.h"
#include "cmd/cli/child.h"
#include "cmd/cli/cjson.h"
#include "cmd/cli/message.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#define MOST_BYTES ((size_t)1 << 30) /* of lines */
#define TOP "200"                    /* hot methods of each recording */

/* ==== Order ================================================================================= */

/* Leading zeros count only where all else is equal. */
static int compare_numbers(const char **a, const char **b) {
    const char *x = *a, *y = *b;
    while (*x == '0') x++;
    while (*y == '0') y++;
    size_t one = strspn(x, "0123456789"), other = strspn(y, "0123456789");
    *a = x + one;
    *b = y + other;
    return ORDER(one, other) ?: memcmp(x, y, one);
}

int builds_compare_names(const char *a, const char *b) {
    const char *x = a, *y = b;
    while (*x && *y) {
        if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
            int numbers = compare_numbers(&x, &y);
            if (numbers) return numbers;
            continue;
        }
        if (*x != *y) return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
        x++, y++;
    }
    if (*x || *y) return *x ? 1 : -1;
    return strcmp(a, b);
}

ORDERED(by_name, struct build, builds_compare_names(x->label, y->label), strcmp(x->path, y->path))

static int by_time(const void *a, const void *b) {
    const struct build *x = a, *y = b;
    return ORDER(x->start_ns, y->start_ns) ?: by_name(a, b);
}

/* ==== Lines ================================================================================= */

static double number_of(const cJSON *line, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(line, key);
    return cJSON_IsNumber(item) ? item->valuedouble : MISSING_REAL;
}

/* The file's name without what says what kind of file it is, "build-12.jfr.gz". */
static char *label_of(const char *path) {
    static const char *const endings[] = {".gz",   ".zst",    ".xz", ".lz4",       ".bz2",  ".jfr",
                                          ".json", ".ndjson", ".pb", ".collapsed", ".pprof"};
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/') len--;
    size_t first = len;
    while (first > 0 && path[first - 1] != '/') first--;
    struct text label = {0};
    text_add_bytes(&label, path + first, len - first);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (label.len <= ending || strcmp(text_str(&label) + label.len - ending, endings[i]) != 0)
            continue;
        label.len -= ending;
        label.data[label.len] = 0;
        i = (size_t)-1; /* from the first again */
    }
    return text_take(&label);
}

static void leave_out(struct builds *builds, const char *path, const char *why) {
    if (strncmp(why, path, strlen(path)) == 0) message_note("left out: %s", why);
    else message_note("%s is left out: %s", path, why);
    array_push(&builds->left_out, (struct build_left_out){mem_copy_text(path), mem_copy_text(why)});
}

/* Adds a figure that weighs so many seconds. */
static void add_figure(struct build *build, enum build_figure which, double value, double seconds) {
    double *figure = &build->figures[which];
    if (is_missing(value)) return;
    if (is_missing(*figure)) *figure = 0;
    if (which == BUILD_HEAP) *figure = value > *figure ? value : *figure;
    else *figure += value * seconds;
}

static void add_methods(struct builds *builds, struct build *build, const cJSON *line) {
    const cJSON *hot = cJSON_GetObjectItemCaseSensitive(line, "hot"), *one;
    if (!cJSON_IsArray(hot)) return;
    cJSON_ArrayForEach(one, hot) {
        const char *name = cjson_text(one, "method");
        double self = number_of(one, "self"), total = number_of(one, "total");
        if (!name || is_missing(self) || is_missing(total)) continue;
        uint32_t id = strings_add(&builds->methods, name);
        array_push(&build->methods, (struct build_method){id, self, total});
    }
}

/* False: why says what is wrong with it. */
static bool add_line(struct builds *builds, struct build *build, const cJSON *line,
                     struct text *why) {
    const char *status = cjson_text(line, "status");
    double seconds = number_of(line, "recorded_ns") / 1e9, start = number_of(line, "start_ns");
    if (!status) {
        text_add(why, "expected a line of jfrtool facts, found other JSON");
        return false;
    }
    if (strcmp(status, "failed") == 0 || !(seconds > 0)) {
        const cJSON *error = cJSON_GetObjectItemCaseSensitive(line, "error");
        const char *said = cJSON_IsObject(error) ? cjson_text(error, "text") : NULL;
        text_add(why, said ? said : "the length of the recording is not known");
        return false;
    }
    build->recordings++;
    build->seconds += seconds;
    double samples = number_of(line, "samples");
    if (is_known(samples)) build->samples += samples;
    if (is_known(start) && (is_missing(build->start_ns) || start < (double)build->start_ns))
        build->start_ns = (int64_t)start;
    add_figure(build, BUILD_CPU, number_of(line, "cpu_mean"), seconds);
    add_figure(build, BUILD_GC_PAUSES, number_of(line, "gc_pause_ns") / 1e9, 1);
    add_figure(build, BUILD_ALLOCATION, number_of(line, "alloc_bytes"), 1);
    add_figure(build, BUILD_EXCEPTIONS, number_of(line, "exceptions"), 1);
    add_figure(build, BUILD_THROTTLED, number_of(line, "throttled_ns") / 1e9, 1);
    add_figure(build, BUILD_HEAP, number_of(line, "heap_max"), 1);
    add_methods(builds, build, line);
    return true;
}

static struct build *open_build(struct builds *builds, const char *path) {
    struct build build = {
        .label = label_of(path), .path = mem_copy_text(path), .start_ns = MISSING};
    for (size_t i = 0; i < BUILD_FIGURES; i++) build.figures[i] = MISSING_REAL;
    array_push(&builds->items, build);
    return &builds->items.items[builds->items.len - 1];
}

/* Lines of one build, or, each_line, of one each. whose: where they came from. */
static void take_lines(struct builds *builds, const char *text, size_t len, const char *whose,
                       bool each_line) {
    struct build *build = each_line ? NULL : open_build(builds, whose);
    size_t number = 0;
    for (size_t at = 0, end; at < len; at = end + 1) {
        const char *stop = memchr(text + at, '\n', len - at);
        end = stop ? (size_t)(stop - text) : len;
        number++;
        if (strspn(text + at, " \t\r") >= end - at) continue;
        cJSON *line = cJSON_ParseWithLength(text + at, end - at);
        OWNED(text_free) struct text why = {0};
        const char *path = cjson_text(line, "path");
        if (each_line && path) build = open_build(builds, path);
        if (!line) text_addf(&why, "line %zu is not JSON", number);
        else if (each_line && !path) text_addf(&why, "line %zu is not from jfrtool facts", number);
        else if (add_line(builds, build, line, &why)) text_clear(&why);
        if (why.len) leave_out(builds, path ? path : whose, text_str(&why));
        cJSON_Delete(line);
    }
}

/* ==== Files ================================================================================= */

static bool is_facts(const char *path) {
    char begin = 0;
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false;
    FILE *file = fopen(path, "rb");
    size_t len = file ? fread(&begin, 1, 1, file) : 0;
    if (file) fclose(file);
    return len && begin == '{';
}

static void read_facts(struct builds *builds, const char *path, bool each_line) {
    OWNED(text_free) struct text text = {0};
    int failure = file_take(fopen(path, "rb"), MOST_BYTES, &text);
    if (failure) leave_out(builds, path, strerror(failure));
    else if (text.len > MOST_BYTES) leave_out(builds, path, "it is larger than 1 GiB");
    else take_lines(builds, text_str(&text), text.len, path, each_line);
}

static void read_recordings(struct builds *builds, const char *path) {
    const struct child_limits limits = {.out = MOST_BYTES, .err = 1 << 16};
    const char *argv[] = {"facts", "--quiet", "--top", TOP, "--", path, NULL};
    struct child_result result;
    if (!child_run((int)(sizeof argv / sizeof *argv) - 1, (char *const *)argv, &limits, &result)) {
        leave_out(builds, path,
                  errno == ENOSYS ? "nothing can be started here that reads it; expected lines "
                                    "that jfrtool facts makes of it"
                                  : strerror(errno));
        return;
    }
    if (result.signal) leave_out(builds, path, "jfrtool facts crashed on it");
    else if (!result.out.len) leave_out(builds, path, "there is no recording in it");
    else take_lines(builds, text_str(&result.out), result.out.len, path, false);
    free_each(text_free, &result.out, &result.err);
}

static void read_build(struct builds *builds, const char *path) {
    if (is_facts(path)) read_facts(builds, path, false);
    else read_recordings(builds, path);
}

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

ORDERED(by_path, char *const, builds_compare_names(*x, *y))

/* Files that are hidden are none of anybody's builds. */
static bool read_folder(struct builds *builds, const char *path) {
    OWNED(folder_names_free) folder_names names = {0};
    int failure = folder_take(opendir(path), NULL, &names);
    if (failure) return message_refuse("%s: %s", path, strerror(failure));
    array_sort(&names, by_path);
    for (size_t i = 0; i < names.len; i++) {
        OWNED(text_free) struct text name = {0};
        text_addf(&name, "%s/%s", path, names.items[i]);
        read_build(builds, text_str(&name));
    }
    return true;
}

/* Sums become means; builds of which nothing is known are none. */
static void finish(struct builds *builds) {
    size_t kept = 0;
    EACH (struct build, build, &builds->items) {
        if (!build->recordings) {
            mem_free(build->label, build->path);
            array_free(&build->methods);
            continue;
        }
        for (size_t k = 0; k < BUILD_FIGURES; k++)
            if (k != BUILD_HEAP) build->figures[k] /= build->seconds;
        builds->items.items[kept++] = *build;
    }
    builds->items.len = kept;
}

bool builds_read(const struct text_list *paths, bool time_order, struct builds *builds) {
    const char *why;
    bool fine = true;
    *builds = (struct builds){.items = {0}};
    if (!cjson_load(&why)) return message_refuse("reading JSON needs cJSON: %s", why);
    if (paths->len == 1 && is_folder(paths->items[0])) fine = read_folder(builds, paths->items[0]);
    else if (paths->len == 1 && is_facts(paths->items[0]))
        read_facts(builds, paths->items[0], true);
    else
        for (size_t i = 0; i < paths->len; i++) read_build(builds, paths->items[i]);
    finish(builds);
    array_sort(&builds->items, time_order ? by_time : by_name);
    return fine;
}

void builds_free(struct builds *builds) {
    for (size_t i = 0; i < builds->items.len; i++) {
        mem_free(builds->items.items[i].label, builds->items.items[i].path);
        array_free(&builds->items.items[i].methods);
    }
    for (size_t i = 0; i < builds->left_out.len; i++)
        mem_free(builds->left_out.items[i].path, builds->left_out.items[i].why);
    arrays_free(&builds->items, &builds->left_out);
    strings_free(&builds->methods);
}
