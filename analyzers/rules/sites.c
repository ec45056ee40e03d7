#include "analyzers/rules/sites.h"

#include "analyzers/profile/profile.h"
#include "parser/names.h"
#include "parser/table/stack_wait.h"

/* A stack of either kind, the innermost frame first. */
struct view {
    const struct series *series;
    const struct profile *profile;
    const uint32_t *frames;
    uint32_t depth;
};

static struct view view_of(const struct series *series, size_t column, size_t row) {
    struct view view = {.series = series};
    view.frames = series_stack(series, column, row, &view.depth);
    return view;
}

static struct view view_of_sample(const struct profile *profile, uint32_t stack) {
    const struct profile_stack *of = &profile->stacks.items[stack];
    return (struct view){
        .profile = profile, .frames = &profile->stack_frames.items[of->first], .depth = of->depth};
}

static const struct frame *frame_of(const struct view *view, uint32_t at) {
    return &view->profile->frames.rows.items[view->frames[view->depth - 1 - at]];
}

static const char *class_at(const struct view *view, uint32_t at) {
    if (view->series) return series_frame_class(view->series, view->frames[at]);
    return strings_get(&view->profile->frames.strings, frame_of(view, at)->class_name);
}

static const char *method_at(const struct view *view, uint32_t at) {
    if (view->series) return series_frame_method(view->series, view->frames[at]);
    return strings_get(&view->profile->frames.strings, frame_of(view, at)->method);
}

static void add_frame(const struct view *view, uint32_t at, struct text *out) {
    const char *of_class = class_at(view, at);
    text_addf(out, "%s%s%s", of_class, *of_class ? "." : "", method_at(view, at));
}

/* A method of the program; not a function that samplers of native stacks have on top. */
static bool is_own(const struct view *view, uint32_t at) {
    const char *of_class = class_at(view, at);
    return names_is_class(of_class) && !names_is_of_jdk(of_class);
}

static bool makes_exception(const struct view *view, uint32_t at) {
    const char *of_class = class_at(view, at), *method = method_at(view, at);
    return names_makes_exception(of_class, method) ||
           (strcmp(of_class, "java.lang.Error") == 0 && strcmp(method, "<init>") == 0);
}

/* Where an exception is made, the first frame behind its constructors; else 0. */
static uint32_t behind_constructors(const struct view *view) {
    uint32_t at = 0;
    while (at < view->depth &&
           (makes_exception(view, at) || (at > 0 && strcmp(method_at(view, at), "<init>") == 0)))
        at++;
    return at < view->depth ? at : 0;
}

/* The first that is not the JDK's; depth: there is none. An exception is not made where it is
 * built, but where it is thrown. */
static uint32_t site_of(const struct view *view) {
    uint32_t at = behind_constructors(view);
    while (at < view->depth && !is_own(view, at)) at++;
    return at;
}

static void add_site(const struct view *view, struct text *out) {
    uint32_t at = site_of(view);
    if (view->depth) add_frame(view, at < view->depth ? at : behind_constructors(view), out);
}

/* ==== Who asks for it ====================================================================== */

/* What a program runs in, and what stands between it and a driver. */
bool sites_is_framework(const char *of_class) {
    static const char *const names[] = {
#include "analyzers/rules/frameworks_table.h"
    };
    return some_of(i, COUNT_OF(names), strncmp(of_class, names[i], strlen(names[i])) == 0);
}

static size_t outer_len(const char *of_class) {
    return strcspn(of_class, "$");
}

/* The first two parts of the package; 0: it has none. */
static size_t library_len(const char *of_class) {
    const char *dot = strchr(of_class, '.'), *next = dot ? strchr(dot + 1, '.') : NULL;
    return next ? (size_t)(next - of_class) : dot ? (size_t)(dot - of_class) : 0;
}

static bool same_start(const char *a, size_t a_len, const char *b, size_t b_len) {
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

/* What a thread, or a task of a pool, begins with: a loop, which says little of who asks. Some
 * recorders have the class of its lambda, too. */
static bool is_entry(const struct view *view, uint32_t at) {
    for (; at < view->depth; at++) {
        const char *method = method_at(view, at);
        if (is_own(view, at) && strcmp(method, "run") != 0 && strncmp(method, "lambda$", 7) != 0)
            return false;
    }
    return true;
}

/* The nearest of another library that is no framework; else of another class of the same that is
 * in another file. */
static uint32_t far_caller_of(const struct view *view, uint32_t site) {
    uint32_t nearest = view->depth;
    if (site >= view->depth) return view->depth;
    const char *own = class_at(view, site);
    for (uint32_t at = site + 1; at < view->depth; at++) {
        const char *of_class = class_at(view, at);
        if (!*of_class || names_is_of_jdk(of_class) ||
            same_start(own, outer_len(own), of_class, outer_len(of_class)))
            continue;
        if (!same_start(own, library_len(own), of_class, library_len(of_class))) {
            if (!sites_is_framework(of_class)) return at;
        } else if (nearest == view->depth) {
            nearest = at;
        }
    }
    return nearest;
}

bool sites_asking(const struct series *series, size_t column, size_t row, uint32_t nth,
                  struct sites_method *out) {
    const struct view view = view_of(series, column, row);
    for (uint32_t at = site_of(&view); at < view.depth; at++) {
        if (!is_own(&view, at)) continue;
        if (is_entry(&view, at)) return false;
        if (nth-- > 0) continue;
        *out = (struct sites_method){class_at(&view, at), method_at(&view, at)};
        return true;
    }
    return false;
}

static bool is_in(const struct view *view, const struct sites_method *method) {
    return some_of(at, view->depth,
                   strcmp(method_at(view, (uint32_t)at), method->method) == 0 &&
                       strcmp(class_at(view, (uint32_t)at), method->of_class) == 0);
}

bool sites_is_in(const struct series *series, size_t column, size_t row,
                 const struct sites_method *method) {
    const struct view view = view_of(series, column, row);
    return is_in(&view, method);
}

bool sites_is_in_sample(const struct profile *profile, uint32_t stack,
                        const struct sites_method *method) {
    const struct view view = view_of_sample(profile, stack);
    return is_in(&view, method);
}

/* Whose code begins the stack: the outermost frame that is neither the JDK's nor a framework's;
 * depth: there is none. */
static uint32_t outermost_of(const struct view *view) {
    uint32_t at = view->depth;
    while (at-- > 0)
        if (is_own(view, at) && !sites_is_framework(class_at(view, at))) return at;
    return view->depth;
}

bool sites_same_library(const char *a, const char *b) {
    return same_start(a, library_len(a), b, library_len(b));
}

static bool same_library(const struct view *view, uint32_t a, uint32_t b) {
    return sites_same_library(class_at(view, a), class_at(view, b));
}

#define LAMBDA "$$Lambda" /* of the class that the JVM makes of one */

/* What hands over a piece of code, and says nothing of it. */
static bool is_wrapper(const struct view *view, uint32_t at) {
    const char *method = method_at(view, at);
    return strstr(class_at(view, at), LAMBDA) || strcmp(method, "run") == 0 ||
           strncmp(method, "lambda$", 7) == 0;
}

/* A cache that calls the program's loader does not ask for what it loads. If a library has called
 * back whose code begins the stack, the caller is of that code: what was called back, unless that
 * is the site itself, or who called the library. */
static uint32_t called_back_of(const struct view *view, uint32_t site, uint32_t far) {
    const uint32_t outermost = outermost_of(view);
    if (outermost == view->depth || far >= outermost || same_library(view, site, far) ||
        !same_library(view, site, outermost))
        return far;
    for (uint32_t at = site + 1; at < far; at++)
        if (same_library(view, site, at) && !is_wrapper(view, at) &&
            strcmp(class_at(view, site), class_at(view, at)) != 0)
            return at;
    for (uint32_t at = far + 1; at <= outermost; at++)
        if (same_library(view, site, at) && !strstr(class_at(view, at), LAMBDA))
            return is_entry(view, at) || strcmp(method_at(view, at), "main") == 0 ? far : at;
    return far;
}

/* The nearest class but its own, in the same file, else another method of its own: rather than what
 * the thread begins with. */
static uint32_t caller_of(const struct view *view, uint32_t site) {
    uint32_t far = far_caller_of(view, site), own = view->depth;
    if (far < view->depth) far = called_back_of(view, site, far);
    if (far < view->depth && !is_entry(view, far)) return far;
    for (uint32_t at = site + 1; at < far; at++) {
        if (!is_own(view, at) || sites_is_framework(class_at(view, at)) || is_entry(view, at))
            continue;
        if (strcmp(class_at(view, at), class_at(view, site)) != 0) return at;
        if (own == view->depth && !is_wrapper(view, at) &&
            strcmp(method_at(view, at), method_at(view, site)) != 0 &&
            strcmp(method_at(view, at), "main") != 0)
            own = at;
    }
    return own < view->depth ? own : far;
}

/* If the caller is what a library calls back, as a pool that checks what it lends: who of the
 * caller's own calls that library; depth: it is not called back. */
static uint32_t asker_of(const struct view *view, uint32_t site) {
    const uint32_t caller = caller_of(view, site);
    uint32_t at = caller;
    if (caller == view->depth || !same_library(view, site, caller)) return view->depth;
    while (at < view->depth && (!is_own(view, at) || same_library(view, site, at))) at++;
    while (at < view->depth && (!is_own(view, at) || !same_library(view, site, at) ||
                                strstr(class_at(view, at), LAMBDA)))
        at++;
    return at < view->depth && !is_entry(view, at) && strcmp(method_at(view, at), "main") != 0
               ? at
               : view->depth;
}

void sites_add_asker(const struct series *series, size_t column, size_t row, struct text *out) {
    const struct view view = view_of(series, column, row);
    const uint32_t at = asker_of(&view, site_of(&view));
    if (at < view.depth) add_frame(&view, at, out);
}

static void add_caller(const struct view *view, struct text *out) {
    uint32_t at = caller_of(view, site_of(view));
    if (at < view->depth) add_frame(view, at, out);
}

/* What the JVM puts between a call and what is called. */
static bool is_glue(const char *of_class) {
    return strncmp(of_class, "java.lang.invoke.", 17) == 0 ||
           strncmp(of_class, "jdk.internal.reflect.", 21) == 0;
}

/* The JDK's method that the program's calls; depth: none. */
static uint32_t through_of(const struct view *view) {
    uint32_t at = site_of(view);
    if (at == view->depth) return at;
    while (at-- > 0)
        if (names_is_of_jdk(class_at(view, at)) && !is_glue(class_at(view, at))) return at;
    return view->depth;
}

static void add_through(const struct view *view, struct text *out) {
    const uint32_t at = through_of(view);
    if (at < view->depth) add_frame(view, at, out);
}

void sites_add_through(const struct series *series, size_t column, size_t row, struct text *out) {
    const struct view view = view_of(series, column, row);
    add_through(&view, out);
}

void sites_add_through_of_sample(const struct profile *profile, uint32_t stack, struct text *out) {
    const struct view view = view_of_sample(profile, stack);
    add_through(&view, out);
}

void sites_add_caller(const struct series *series, size_t column, size_t row, struct text *out) {
    const struct view view = view_of(series, column, row);
    add_caller(&view, out);
}

/* The first frame that the test is true of; depth: there is none. */
static uint32_t frame_that(const struct view *view, bool (*test)(uint32_t row)) {
    uint32_t at = 0;
    while (at < view->depth && !test(waits_row(class_at(view, at), method_at(view, at)))) at++;
    return at;
}

bool sites_is_called(const struct series *series, size_t column, size_t row) {
    const struct view view = view_of(series, column, row);
    return far_caller_of(&view, site_of(&view)) < view.depth;
}

bool sites_serves(const struct series *series, size_t column, size_t row) {
    const struct view view = view_of(series, column, row);
    return frame_that(&view, waits_serves) < view.depth;
}

bool sites_asked(const struct series *series, size_t column, size_t row) {
    const struct view view = view_of(series, column, row);
    uint32_t at = site_of(&view);
    if (at == view.depth || strncmp(method_at(&view, at), "lambda$", 7) == 0) return false;
    const char *own = class_at(&view, at);
    while (++at < view.depth)
        if (!names_is_of_jdk(class_at(&view, at)) && strcmp(class_at(&view, at), own) != 0)
            return true;
    return false;
}

bool sites_paces(const struct series *series, size_t column, size_t row) {
    const struct view view = view_of(series, column, row);
    uint32_t at = 0;
    while (at < view.depth && (text_ends_with(class_at(&view, at), ".misc.Unsafe") ||
                               text_ends_with(class_at(&view, at), ".LockSupport")))
        at++;
    return at == site_of(&view) && sites_asked(series, column, row);
}

bool sites_blocks_loop(const struct series *series, size_t column, size_t row) {
    const struct view view = view_of(series, column, row);
    const uint32_t loop = frame_that(&view, waits_loops), site = site_of(&view);
    if (loop >= view.depth || site >= loop) return false;
    const char *of_loop = class_at(&view, loop), *own = class_at(&view, site);
    return !same_start(own, library_len(own), of_loop, library_len(of_loop));
}

void sites_add(const struct series *series, size_t column, size_t row, struct text *out) {
    const struct view view = view_of(series, column, row);
    add_site(&view, out);
}

void sites_add_of_sample(const struct profile *profile, uint32_t stack, struct text *out) {
    const struct view view = view_of_sample(profile, stack);
    add_site(&view, out);
}

void sites_add_caller_of_sample(const struct profile *profile, uint32_t stack, struct text *out) {
    const struct view view = view_of_sample(profile, stack);
    add_caller(&view, out);
}

uint32_t sites_name(struct sites *sites, const struct text *name) {
    return strings_intern(&sites->names, text_str(name), name->len);
}

uint32_t sites_of_frame(struct sites *sites, const struct profile *profile, uint32_t frame) {
    while (sites->of_frames.len <= frame) array_push(&sites->of_frames, 0);
    uint32_t *known = &array_at(&sites->of_frames, frame);
    if (!*known) {
        OWNED(text_free) struct text name = {0};
        const struct view view = {.profile = profile, .frames = &frame, .depth = 1};
        add_frame(&view, 0, &name);
        *known = sites_name(sites, &name) + 1;
    }
    return *known - 1;
}

uint32_t sites_of_sample(struct sites *sites, const struct profile *profile, uint32_t stack) {
    static const struct text none;
    const struct view view = view_of_sample(profile, stack);
    if (!view.depth) return sites_name(sites, &none);
    uint32_t at = site_of(&view), top = view.depth - 1;
    return sites_of_frame(sites, profile, view.frames[at < view.depth ? top - at : top]);
}

/* What is known of the row's stack, or of none. */
static inline struct site *site_at(struct sites *sites, const struct series *series, size_t column,
                                   size_t row) {
    size_t at = (uint32_t)(series_id(series, column, row) + 1);
    while (sites->of_stacks.len <= at) array_push(&sites->of_stacks, (struct site){.name = 0});
    return &array_at(&sites->of_stacks, at);
}

uint32_t sites_of(struct sites *sites, const struct series *series, size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    if (!site->named) {
        OWNED(text_free) struct text name = {0};
        sites_add(series, column, row, &name);
        site->name = sites_name(sites, &name);
        site->named = true;
    }
    return site->name;
}

uint32_t sites_caller(struct sites *sites, const struct series *series, size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    if (!site->called) {
        OWNED(text_free) struct text name = {0};
        const struct view view = view_of(series, column, row);
        add_caller(&view, &name);
        site->caller = sites_name(sites, &name);
        site->called = true;
    }
    return site->caller;
}

/* What a constructor makes belongs to its object; depth: all further out are the JDK's. */
static uint32_t maker_of(const struct view *view) {
    uint32_t at = site_of(view);
    while (at < view->depth && (strcmp(method_at(view, at), "<init>") == 0 || !is_own(view, at)))
        at++;
    return at;
}

uint32_t sites_maker(struct sites *sites, const struct series *series, size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    if (!site->made) {
        OWNED(text_free) struct text name = {0};
        const struct view view = view_of(series, column, row);
        const uint32_t at = maker_of(&view);
        if (at < view.depth) add_frame(&view, at, &name);
        else add_site(&view, &name);
        site->maker = sites_name(sites, &name);
        site->made = true;
    }
    return site->maker;
}

void sites_free(struct sites *sites) {
    strings_free(&sites->names);
    arrays_free(&sites->of_stacks, &sites->of_frames);
}

const struct waits_stack *sites_wait(struct sites *sites, const struct series *series,
                                     size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    uint32_t depth;
    if (site->judged) return &site->wait;
    if (series_stack(series, column, row, &depth))
        site->wait = stack_wait(&series->tables->things, series_id(series, column, row));
    site->idle = waits_idle(&site->wait);
    site->judged = true;
    return &site->wait;
}

bool sites_native_work(struct sites *sites, const struct series *samples, size_t column,
                       size_t row) {
    static const char *const calls[] = {
        "sun.nio.ch.",     "java.io.File",   "java.io.RandomAccessFile", "java.net.Inet",
        "java.net.Socket", "java.net.Plain", "java.net.DualStack"};
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, column, row, &depth);
    if (!depth || sites_wait(sites, samples, column, row)->what != WAITS_NOT) return false;
    const char *of_class = series_frame_class(samples, frames[0]);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strncmp(of_class, calls[i], strlen(calls[i])) == 0) return false;
    return names_is_of_jdk(of_class) && /* a thread that yields has nothing to do */
           strncmp(series_frame_method(samples, frames[0]), "yield", 5) != 0;
}

enum sites_call sites_file_call(const struct series *samples, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, column, row, &depth);
    const char *of_class = depth ? series_frame_class(samples, frames[0]) : "";
    const char *method = depth ? series_frame_method(samples, frames[0]) : "";
    bool file = strncmp(of_class, "java.io.File", 12) == 0 ||
                strcmp(of_class, "java.io.RandomAccessFile") == 0;
    /* Of channels those of files, whose dispatcher sockets may share. */
    for (uint32_t i = 1; i < depth && i < 4 && strncmp(of_class, "sun.nio.ch.", 11) == 0; i++)
        file = file ||
               strcmp(series_frame_class(samples, frames[i]), "sun.nio.ch.FileChannelImpl") == 0;
    method += *method == 'p';
    return !file                              ? SITES_NO_FILE
           : strncmp(method, "write", 5) == 0 ? SITES_WRITES
           : strncmp(method, "read", 4) == 0  ? SITES_READS
                                              : SITES_NO_FILE;
}

bool sites_forces(const char *of_class, const char *method) {
    if (strcmp(of_class, "java.io.FileDescriptor") == 0) return strncmp(method, "sync", 4) == 0;
    return strncmp(of_class, "sun.nio.ch.", 11) == 0 && strcmp(method, "force0") == 0;
}

bool sites_forces_file(const struct series *samples, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, column, row, &depth);
    return depth && sites_forces(series_frame_class(samples, frames[0]),
                                 series_frame_method(samples, frames[0]));
}

bool sites_idle(struct sites *sites, const struct series *series, size_t column, size_t row) {
    const struct site *site = site_at(sites, series, column, row);
    if (!site->judged) {
        sites_wait(sites, series, column, row);
        site = site_at(sites, series, column, row);
    }
    return site->idle;
}
