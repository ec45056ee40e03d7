#include "cmd/cli/output.h"

#include "cmd/cli/message.h"
#include "cmd/cli/rights.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/utf8.h"

#include <errno.h>
#include <string.h>

/* ==== The temporary file goes when a signal ends us =========================================== */

static const char *volatile pending; /* temporary file to remove; one output is open at a time */

void output_abandon(void) {
    const char *name = pending;
    if (name) unlink(name);
}

static void guard_pending(const char *name) {
    pending = name;
    platform_on_end(output_abandon);
}

/* ==== What standard output can do ============================================================= */

static int environment_number(const char *name) {
    const char *value = getenv(name);
    if (!value || !*value) return 0;
    char *end;
    long number = strtol(value, &end, 10);
    return *end || number <= 0 || number > 100000 ? 0 : (int)number;
}

static void find_size(struct output *output) {
    int lines;
    output->columns = environment_number("COLUMNS");
    if (!output->terminal) return;
    int columns = platform_columns(STDOUT_FILENO, &lines);
    if (!output->columns) output->columns = columns ? columns : 80;
    output->lines = environment_number("LINES");
    if (!output->lines) output->lines = lines;
}

bool output_wants_color(enum color_when color, bool terminal) {
    if (color != COLOR_AUTO) return color == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color && *no_color) return false;
    return terminal && term && *term && strcmp(term, "dumb") != 0;
}

/* ==== Opening ================================================================================= */

static bool cannot(const char *path) {
    return message_refuse("cannot write %s: %s", path, strerror(errno));
}

static bool is_directory(const char *path) {
    return message_refuse("cannot write %s: it is a directory", path);
}

/* A file in the directory of the target that has no name yet: nothing of it stays whatever ends us.
 * -1: this file system has none such. */
static int open_nameless(const struct output *output) {
    char *folder = mem_copy_text(output->target), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    int fd = platform_nameless(slash ? folder : ".");
    free(folder);
    return fd;
}

static char *temporary_name(const struct output *output) {
    struct text name = {0};
    text_addf(&name, "%s.XXXXXX", output->target);
    return text_take(&name);
}

static int open_named(struct output *output) {
    char *name = temporary_name(output);
    int fd = mkstemp(name);
    if (fd >= 0) guard_pending(output->temporary = name);
    else free(name);
    return fd;
}

/* The nameless file gets a name, for as long as it takes to rename it. False: errno. */
static bool give_name(struct output *output) {
    char *name = temporary_name(output);
    int fd = mkstemp(name); /* a name that nobody has */
    if (fd < 0) {
        free(name);
        return false;
    }
    close(fd);
    guard_pending(output->temporary = name);
    return unlink(name) == 0 && platform_name(fileno(output->file), name);
}

static const struct text_list *sources; /* what outputs are made of */

void output_made_of(const struct text_list *paths) {
    sources = paths;
}

/* The rights the target has or would get, but no more than its sources have. Set when the file is
 * complete: until then it is its owner's. */
static void set_rights(const struct output *output) {
    struct stat old;
    bool replaces = lstat(output->target, &old) == 0 && S_ISREG(old.st_mode);
    mode_t mode = replaces ? old.st_mode & 0777 : (mode_t)platform_rights();
    if (sources) mode &= rights_of(sources);
    if (!platform_set_rights(fileno(output->file), mode))
        errno = 0; /* stays private: no reason to fail */
}

/* A temporary file in the directory of the target. */
static bool open_temporary(struct output *output) {
    int fd = open_nameless(output);
    output->nameless = fd >= 0;
    if (fd < 0) fd = open_named(output);
    if (fd < 0) return cannot(output->path);
    output->file = fdopen(fd, "w+");
    return output->file != NULL;
}

static bool open_file(struct output *output, const char *path) {
    output->path = mem_copy_text(path);
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (there && S_ISDIR(status.st_mode)) return is_directory(path);
    if (platform_is_foreign_link(path))
        return message_refuse("cannot write %s: it is a link that another user made", path);
    if (there && !S_ISREG(status.st_mode)) {
        output->file = fopen(path, "w");
        return output->file || cannot(path);
    }
    char *resolved = there ? realpath(path, NULL) : NULL;
    output->target = resolved ? resolved : mem_copy_text(path);
    return open_temporary(output);
}

bool output_open_in_folder(struct output *output, const char *path) {
    *output = (struct output){.utf8 = utf8_is_locale()};
    output->path = mem_copy_text(path);
    output->target = mem_copy_text(path);
    struct stat status;
    bool taken = lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && !is_directory(path);
    if (!taken && open_temporary(output)) return true;
    output_discard(output);
    return false;
}

bool output_open(struct output *output, const char *path, enum color_when color) {
    *output = (struct output){.utf8 = utf8_is_locale()};
    if (path && !*path)
        return message_refuse("--output needs the name of a file, or - for standard output");
    if (path && strcmp(path, "-") != 0) {
        if (!open_file(output, path)) {
            output_discard(output);
            return false;
        }
        output->color = color == COLOR_ALWAYS;
        return true;
    }
    output->file = stdout;
    output->terminal = isatty(STDOUT_FILENO);
    find_size(output);
    output->color = output_wants_color(color, output->terminal);
    return true;
}

/* ==== Writing and closing ===================================================================== */

bool output_make_folder(const char *folder, const char *what) {
    struct stat there;
    if (mkdir(folder, 0777) == 0) return true;
    int reason = errno;
    if (stat(folder, &there) == 0 && S_ISDIR(there.st_mode)) return true;
    return message_refuse("cannot make the folder %s: %s; --output names the folder %s goes to",
                          folder, strerror(reason == EEXIST ? ENOTDIR : reason), what);
}

void output_add(struct output *output, const void *bytes, size_t len) {
    if (output->failed || !len) return;
    errno = 0;
    if (fwrite(bytes, 1, len, output->file) != len) output->failed = errno ? errno : EIO;
}

void output_flush_text(struct output *output, struct text *text) {
    output_add(output, text_str(text), text->len);
    text_clear(text);
}

static void forget(struct output *output) {
    pending = NULL;
    mem_free(output->path, output->target, output->temporary);
    *output = (struct output){0};
}

/* What went wrong first is what is said. */
static void note_error(struct output *output) {
    if (!output->failed) output->failed = errno;
}

bool output_close(struct output *output) {
    errno = 0;
    if (fflush(output->file) != 0) note_error(output);
    if (!output->failed && output->target) set_rights(output);
    if (!output->failed && output->nameless && !give_name(output)) note_error(output);
    if (output->file != stdout && fclose(output->file) != 0) note_error(output);
    if (!output->failed && output->temporary &&
        !platform_replace(output->temporary, output->target))
        note_error(output);
    bool fine = !output->failed;
    if (!fine) {
        message_error("cannot write %s: %s", output->path ? output->path : "standard output",
                      strerror(output->failed));
        if (output->temporary) unlink(output->temporary);
    }
    forget(output);
    return fine;
}

void output_discard(struct output *output) {
    if (output->file && output->file != stdout) fclose(output->file);
    if (output->temporary) unlink(output->temporary);
    forget(output);
}

static bool write_all(struct output *output, bool open, struct text *text) {
    if (open) output_flush_text(output, text);
    text_free(text);
    return open && output_close(output);
}

bool output_write(const char *path, struct text *text) {
    struct output output = {0};
    return write_all(&output, output_open(&output, path, COLOR_NEVER), text);
}

bool output_write_in_folder(const char *path, struct text *text) {
    struct output output = {0};
    return write_all(&output, output_open_in_folder(&output, path), text);
}
