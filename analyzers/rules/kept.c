#include "analyzers/rules/kept.h"

#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "parser/names.h"

#define MOST_MADE 0.5 /* of what is allocated of a class, in one place */
#define MOST_HELD 0.5 /* of its samples that have a chain, by one holder */

/* Old objects have no stacks by the usual settings: where most of what is allocated of the class is
 * made, if it is most of it. */
static void name_allocated(const struct rule_input *input, uint64_t of_class, size_t value,
                           struct finding *finding) {
    const struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies places = {0};
    OWNED(sites_free) struct sites sites = {0};
    double all = 0;
    for (size_t row = 0; row < samples.rows; row++) {
        const double bytes = series_real(&samples, TLAB_SIZE, row);
        if (series_id(&samples, TLAB_CLASS, row) != of_class || !(bytes > 0)) continue;
        tallies_add(&places, sites_maker(&sites, &samples, TLAB_STACK, row), bytes);
        all += bytes;
    }
    tallies_sort(&places);
    if (places.len && places.items[0].sum >= MOST_MADE * all)
        judge_name_most(finding, value, &places, &sites.names);
}

/* "java.lang.Thread api-1" of a chain's line. */
static void add_pool(const char *said, size_t len, struct text *out) {
    static const char of_class[] = "java.lang.Thread ";
    OWNED(text_free) struct text thread = {0};
    text_add(out, "a ThreadLocal");
    if (len < sizeof of_class || strncmp(said, of_class, sizeof of_class - 1) != 0) return;
    text_add_bytes(&thread, said + sizeof of_class - 1, len - (sizeof of_class - 1));
    text_add(out, " of ");
    threads_add_pattern(out, text_str(&thread));
}

void kept_add_holder(const char *chain, struct text *out) {
    static const char between[] = " : ", locals[] = "threadLocals : ", inherited[] = "inheritable",
                      tasks[] = "workQueue : java.util.concurrent.ThreadPoolExecutor";
    OWNED(text_free) struct text holder = {0};
    bool queued = false;
    for (const char *line = strchr(chain, '\n'); line; line = strchr(line, '\n')) {
        const size_t len = strcspn(++line, "\n");
        const char *of = strstr(line, between);
        if (!of || of >= line + len) continue;
        const size_t field = (size_t)(of - line);
        of += sizeof between - 1;
        const size_t class_len = len - (size_t)(of - line);
        if (strncmp(line, locals, sizeof locals - 1) == 0 ||
            strncmp(line, inherited, sizeof inherited - 1) == 0) {
            add_pool(of, class_len, out);
            return;
        }
        if (strncmp(line, tasks, sizeof tasks - 1) == 0) {
            text_clear(&holder); /* a task has it, until a thread of the pool is free */
            queued = true;
        }
        OWNED(text_free) struct text of_class = {0};
        text_add_bytes(&of_class, of, strcspn(of, " \n"));
        if (*line == '[' || names_is_of_jdk(text_str(&of_class))) continue;
        text_clear(&holder);
        text_addf(&holder, "%s.%.*s", text_str(&of_class), (int)field, line);
    }
    if (queued) text_addf(out, "the queue of a thread pool%s", holder.len ? ", " : "");
    text_add(out, text_str(&holder));
}

static void name_holder(const struct series *old, uint64_t of_class, size_t value,
                        struct finding *finding) {
    OWNED(tallies_free) struct tallies holders = {0};
    OWNED(strings_free) struct strings names = {0};
    double all = 0;
    for (size_t row = 0; row < old->rows; row++) {
        const char *chain = series_text(old, OLD_OBJECT_CHAIN, row);
        OWNED(text_free) struct text name = {0};
        if (!chain || series_id(old, OLD_OBJECT_CLASS, row) != of_class) continue;
        kept_add_holder(chain, &name);
        all++;
        if (name.len) tallies_add(&holders, strings_intern(&names, text_str(&name), name.len), 1);
    }
    tallies_sort(&holders);
    if (holders.len && holders.items[0].sum >= MOST_HELD * all)
        judge_name_most(finding, value, &holders, &names);
}

void kept_name(const struct rule_input *input, int64_t since_ns, struct kept_values values,
               struct finding *finding) {
    const struct strings *texts = &input->tables->things.texts;
    struct series old = series_of(input, SERIES_OLD_OBJECT);
    OWNED(tallies_free) struct tallies classes = {0}, own = {0}, places = {0};
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < old.rows; row++) {
        const char *name = series_text(&old, OLD_OBJECT_CLASS, row);
        int64_t made = series_int(&old, OLD_OBJECT_MADE, row);
        if (!name || (made != JFR_NULL_INT && made < since_ns)) continue;
        uint32_t site = sites_maker(&sites, &old, OLD_OBJECT_STACK, row);
        tallies_add(&classes, series_id(&old, OLD_OBJECT_CLASS, row), 1);
        if (!names_is_of_jdk(name) && strchr(name, '.'))
            tallies_add(&own, series_id(&old, OLD_OBJECT_CLASS, row), 1);
        if (*strings_get(&sites.names, site)) tallies_add(&places, site, 1);
    }
    tallies_sort(&classes);
    if (!classes.len || classes.items[0].count < values.least) return;
    judge_name_most(finding, values.of_class, &classes, texts);
    name_holder(&old, classes.items[0].key, values.holder, finding);
    judge_name_most(finding, values.of_site, &places, &sites.names);
    if (!places.len) name_allocated(input, classes.items[0].key, values.allocated, finding);
    tallies_sort(&own);
    if (!(own.len && own.items[0].key == classes.items[0].key))
        judge_name_most(finding, values.of_own, &own, texts);
}

#define LEAST_SOFT 1000
#define LEAST_SOFT_PER_SECOND 10

/* The JVM counts those that it clears, as it does not look at those that are in use lately. */
int64_t kept_soft_cleared(const struct rule_input *input) {
    const struct series rows = series_of(input, SERIES_REFERENCES);
    double soft = 0;
    for (size_t row = 0; row < rows.rows; row++) {
        const char *type = series_text(&rows, REFERENCES_TYPE, row);
        const int64_t count = series_int(&rows, REFERENCES_COUNT, row);
        if (type && count > 0 && strcmp(type, "Soft reference") == 0) soft += (double)count;
    }
    return soft >= LEAST_SOFT && soft >= LEAST_SOFT_PER_SECOND * judge_seconds(input)
               ? (int64_t)soft
               : MISSING;
}
