/* What of the CPU goes to a library, however many of its methods share it. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/inner.h"
#include "analyzers/rules/ran.h"
#include "analyzers/rules/sites.h"
#include "parser/names.h"
#include "analyzers/rules/libraries_rows.h"

#define LEAST_SAMPLES 50 /* with a stack */
#define MOST_OF_IT 60.0  /* percent of a library that one method has: that method is the finding */
#define MOST_WITHIN 0.4  /* of a library, that is in one of its methods and what it calls */
#define PARTS 3          /* of a package that is not the JDK's: "org.apache.logging" */

/* Of the JDK what does something by itself; of collections, threads, streams and I/O everything is
 * made. Of others the first parts of the package. Empty: none. */
static void add_library(const char *package, struct text *out) {
    static const char *const own[] = {
        "java.util.regex",  "java.text",         "java.math",    "java.util.zip",
        "java.security",    "javax.crypto",      "sun.security", "com.sun.crypto",
        "java.time.format", "java.util.logging", "javax.xml",    "com.sun.org.apache",
        "java.util.jar",    "java.lang.reflect", "javax.script",
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strncmp(package, own[i], strlen(own[i])) == 0) text_add(out, own[i]);
    if (out->len || names_is_of_jdk(package)) return;
    size_t parts = 0, len = 0;
    for (; package[len]; len++)
        if (package[len] == '.' && ++parts == PARTS) break;
    text_add_bytes(out, package, len);
}

struct library {
    uint32_t name;
    size_t publisher; /* bytes of its name that say whose it is; 0: many publish under them */
    uint64_t samples;
    struct tallies methods; /* on top of the stack: names */
    struct tallies callers; /* the first method above it that is of another, and no framework; else
                               of a framework; not the JDK's */
    struct tallies calls;   /* a caller, and what it calls */
};

struct libraries {
    ARRAY(struct library) items;
    struct strings found, prefixes; /* before they are made one: names, and what they begin with */
    ARRAY(uint32_t) kinds;          /* of prefixes: how many names begin so */
    struct text program;            /* the one that main is of; empty: not known */
    struct sites sites;             /* names of libraries, too */
    struct map index;               /* name -> library */
    uint64_t samples;
    struct of_frame *of_frames;
};

struct of_frame {
    uint32_t library; /* its name; MISSING_ID: not known yet */
    bool of_jdk, of_framework;
};

/* Under these names many publish. */
static bool is_umbrella(const char *name) {
    static const char *const umbrellas[] = {"org.apache.", "org.eclipse.",   "com.google.",
                                            "org.jboss.",  "com.amazonaws.", "io.github.",
                                            "com.github."};
    return some_of(i, COUNT_OF(umbrellas), strncmp(name, umbrellas[i], strlen(umbrellas[i])) == 0);
}

/* "org.h2" of "org.h2.table"; 0: it has fewer parts, or many publish under it, or it is the JDK's,
 * where regular expressions and archives have only java.util in common. */
static size_t publisher_len(const char *library) {
    if (names_is_of_jdk(library)) return 0;
    const char *dot = strchr(library, '.'), *end = dot ? strchr(dot + 1, '.') : NULL;
    return end && !is_umbrella(library) ? (size_t)(end - library) : 0;
}

/* The first two parts of a library's name, or 0. */
static size_t own_len(const char *library) {
    const char *dot = strchr(library, '.');
    return dot && !is_umbrella(library) ? (size_t)(dot + 1 - library) + strcspn(dot + 1, ".") : 0;
}

/* Are library and caller one program? */
static bool is_own(const char *library, size_t len, const char *caller) {
    return len && strncmp(library, caller, len) == 0 && caller[len] == '.';
}

static void count_publishers(struct libraries *all, const struct profile *profile) {
    const struct frames *frames = &profile->frames;
    OWNED(text_free) struct text name = {0};
    for (size_t i = 0; i < frames->rows.len; i++) {
        text_clear(&name);
        add_library(strings_get(&frames->strings, frames->rows.items[i].package), &name);
        size_t len = publisher_len(text_str(&name)), known = strings_ids(&all->found);
        if (!len || strings_intern(&all->found, text_str(&name), name.len) < known) continue;
        uint32_t prefix = strings_intern(&all->prefixes, text_str(&name), len);
        while (all->kinds.len <= prefix) array_push(&all->kinds, 0);
        array_at(&all->kinds, prefix)++;
    }
}

/* Several packages of one publisher are one library: "org.h2" of org.h2.table and org.h2.mvstore.
 */
static void make_one(const struct libraries *all, struct text *name) {
    size_t len = publisher_len(text_str(name));
    uint32_t prefix = len ? strings_find(&all->prefixes, text_str(name), len) : UINT32_MAX;
    if (prefix == UINT32_MAX || all->kinds.items[prefix] < 2) return;
    name->data[len] = '\0';
    name->len = len;
}

/* "com.acme.App" of "com.acme.App --port 1" or "com.acme/com.acme.App"; jars do not say it. */
static void name_program(const struct rule_input *input, struct libraries *all) {
    const char *said = series_last_text(input, SERIES_JVM, JVM_JAVA_ARGUMENTS);
    size_t len = said ? strcspn(said, " ") : 0, at = 0;
    for (size_t i = 0; i < len; i++)
        if (said[i] == '/') at = i + 1;
    while (len > at && said[len - 1] != '.') len--;
    if (len <= at + 1 || strncmp(said + len, "jar", 3) == 0) return;
    OWNED(text_free) struct text package = {0};
    text_add_bytes(&package, said + at, len - 1 - at);
    add_library(text_str(&package), &all->program);
    make_one(all, &all->program);
}

static void find_of_frame(struct libraries *all, const struct profile *profile, uint32_t frame) {
    const struct strings *strings = &profile->frames.strings;
    const struct frame *row = &profile->frames.rows.items[frame];
    const char *of_class = strings_get(strings, row->class_name);
    OWNED(text_free) struct text name = {0};
    add_library(strings_get(strings, row->package), &name);
    make_one(all, &name);
    all->of_frames[frame] = (struct of_frame){
        sites_name(&all->sites, &name), names_is_of_jdk(of_class), sites_is_framework(of_class)};
}

static const struct of_frame *of_frame(struct libraries *all, const struct profile *profile,
                                       uint32_t frame) {
    if (is_missing(all->of_frames[frame].library)) find_of_frame(all, profile, frame);
    return &all->of_frames[frame];
}

static uint32_t top_of(const struct profile *profile, const struct profile_stack *stack) {
    return profile->stack_frames.items[stack->first + stack->depth - 1];
}

/* The first frame from the top that is of a library: what the JDK does for it is its own. */
static void add_stack(struct libraries *all, const struct profile *profile,
                      const struct profile_stack *stack, uint32_t none) {
    const uint32_t *frames = &profile->stack_frames.items[stack->first];
    uint32_t library = none, top = MISSING_ID, i = stack->depth;
    while (i-- > 0 && library == none) library = of_frame(all, profile, top = frames[i])->library;
    if (library == none) return;
    size_t at = map_number(&all->index, library, all->items.len);
    if (at == all->items.len)
        array_push(&all->items,
                   (struct library){.name = library,
                                    .publisher = own_len(strings_get(&all->sites.names, library))});
    struct library *own = &array_at(&all->items, at);
    own->samples += stack->samples;
    tallies_add(&own->methods, sites_of_frame(&all->sites, profile, top), (double)stack->samples);
    uint32_t nearest = MISSING_ID, asks = MISSING_ID;
    for (uint32_t k = i + 1; k-- > 0 && is_missing(asks);) {
        const struct of_frame *asker = of_frame(all, profile, frames[k]);
        const struct frame *row = &profile->frames.rows.items[frames[k]];
        if (asker->of_jdk || asker->library == library) continue;
        if (is_own(strings_get(&all->sites.names, library), own->publisher,
                   strings_get(&profile->frames.strings, row->class_name)))
            break;
        if (is_missing(nearest)) nearest = k;
        if (!asker->of_framework) asks = k;
    }
    if (is_missing(nearest)) return;
    const uint64_t caller =
        sites_of_frame(&all->sites, profile, frames[is_missing(asks) ? nearest : asks]);
    tallies_add(&own->callers, caller, (double)stack->samples);
    tallies_add(&own->calls,
                caller << 32 | sites_of_frame(&all->sites, profile, frames[nearest + 1]),
                (double)stack->samples);
}

/* Samples in which another library calls it. */
static double called_of(const struct library *own) {
    double called = 0;
    EACH (const struct tally, caller, &own->callers) called += caller->sum;
    return called;
}

/* Called from somewhere else, or known not to be the program, and spread over several methods. */
static struct library *most_of(struct libraries *all) {
    struct library *most = NULL;
    const char *program = text_str(&all->program);
    const size_t len = own_len(program);
    EACH (struct library, own, &all->items) {
        const char *name = strings_get(&all->sites.names, own->name);
        if (all->program.len && strcmp(name, program) == 0) continue;
        tallies_sort(&own->methods);
        tallies_sort(&own->callers);
        /* What nobody calls runs in threads of its own, or is the program. */
        const bool other = all->program.len && !is_own(program, len, name);
        if ((2 * called_of(own) < (double)own->samples && !other) ||
            100 * own->methods.items[0].sum > MOST_OF_IT * (double)own->samples)
            continue;
        if (!most || own->samples > most->samples) most = own;
    }
    return most;
}

/* Who calls most of it, and what of it that caller calls most. */
static void name_call(struct libraries *all, struct library *of, struct finding *finding) {
    const struct tally *caller = &of->callers.items[0], *call = of->calls.items;
    finding_text(finding, LIBRARY_CALLER, strings_get(&all->sites.names, (uint32_t)caller->key));
    finding_real(finding, LIBRARY_CALLER_PERCENT, 100 * caller->sum / (double)of->samples);
    tallies_sort(&of->calls);
    while (call->key >> 32 != caller->key) call++;
    finding_text(finding, LIBRARY_CALL, strings_get(&all->sites.names, (uint32_t)call->key));
    finding_real(finding, LIBRARY_CALL_PERCENT, 100 * call->sum / (double)of->samples);
}

/* The methods of the library. */
static void add_inner(struct libraries *all, const struct profile *profile,
                      const struct profile_stack *stack, uint32_t library, struct inners *inners) {
    const uint32_t *frames = &profile->stack_frames.items[stack->first];
    const uint32_t number = (uint32_t)(stack - profile->stacks.items);
    uint32_t top = stack->depth, none = strings_find(&all->sites.names, "", 0);
    while (top > 0 && of_frame(all, profile, frames[top - 1])->library == none) top--;
    if (!top || of_frame(all, profile, frames[top - 1])->library != library) return;
    for (uint32_t i = 0; i < top; i++)
        if (of_frame(all, profile, frames[i])->library == library)
            inners_add(inners, sites_of_frame(&all->sites, profile, frames[i]), number, i,
                       (double)stack->samples);
}

/* Of its methods that most of it is in, the innermost. */
static void name_inner(struct libraries *all, const struct profile *profile,
                       const struct library *of, struct finding *finding) {
    OWNED(inners_free) struct inners inners = {.items = {0}};
    EACH (const struct profile_stack, stack, &profile->stacks)
        add_inner(all, profile, stack, of->name, &inners);
    const struct inner *most = inners_deepest(&inners, MOST_WITHIN * (double)of->samples);
    if (!most) return;
    const char *name = strings_get(&all->sites.names, most->name);
    if (finding->values[LIBRARY_CALL].given &&
        strcmp(finding->values[LIBRARY_CALL].text, name) == 0)
        return;
    finding_text(finding, LIBRARY_INNER, name);
    finding_real(finding, LIBRARY_INNER_PERCENT, 100 * most->samples / (double)of->samples);
}

static void judge_library(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = ran_of(input);
    struct libraries all = {.samples = profile->samples - profile->without_stack};
    uint32_t none = strings_intern(&all.sites.names, "", 0);
    all.of_frames = mem_alloc(profile->frames.rows.len * sizeof *all.of_frames);
    for (size_t i = 0; i < profile->frames.rows.len; i++) all.of_frames[i].library = MISSING_ID;
    count_publishers(&all, profile);
    name_program(input, &all);
    EACH (const struct profile_stack, stack, &profile->stacks) {
        add_stack(&all, profile, stack, none);
        if (stack->depth && frames_is_lost(&profile->frames, top_of(profile, stack)))
            all.samples -= stack->samples;
    }
    struct library *most = all.samples >= LEAST_SAMPLES ? most_of(&all) : NULL;
    if (all.samples < LEAST_SAMPLES) {
        judge_as(finding, RULE_NA, 2);
    } else if (!most) {
        judge_as(finding, RULE_OK, 1);
    } else {
        judge_figure(input, finding, 100 * (double)most->samples / (double)all.samples);
        finding_text(finding, LIBRARY_NAME, strings_get(&all.sites.names, most->name));
        finding_number(finding, LIBRARY_METHODS, (int64_t)most->methods.len);
        if (most->callers.len) name_call(&all, most, finding);
        name_inner(&all, profile, most, finding);
        if (profile != input->profile) finding_number(finding, LIBRARY_OF_RUNNING, 1);
        if (2 * called_of(most) < (double)most->samples) finding_number(finding, LIBRARY_OWN, 1);
    }
    for (size_t i = 0; i < all.items.len; i++) {
        free_each(tallies_free, &all.items.items[i].methods, &all.items.items[i].callers,
                  &all.items.items[i].calls);
    }
    array_free(&all.items);
    array_free(&all.kinds);
    free_each(strings_free, &all.found, &all.prefixes);
    text_free(&all.program);
    sites_free(&all.sites);
    map_free(&all.index);
    free(all.of_frames);
}
