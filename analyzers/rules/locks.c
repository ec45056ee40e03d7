/* Rules of locks. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/holders.h"
#include "base/between.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/locks_rows.h"

#define MOST_OF 50.0 /* percent that one thing has to have to be named for all */
#define LEAST_KNOWN                                                              \
    0.05 /* of the time that a lock was had, that is known what was done with it \
          */

/* Who had the lock, if it was mostly one thread, and what was done with it. */
static void judge_holders(const struct rule_input *input, struct finding *finding,
                          uint64_t class_name, const struct tallies *owners) {
    struct meanwhile holders = {.waiters = NULL};
    struct chain chain;
    double all = 0;
    for (size_t i = 0; i < owners->len; i++) all += owners->items[i].sum;
    if (owners->len && 100 * owners->items[0].sum >= MOST_OF * all) {
        OWNED(text_free) struct text name = {0};
        things_add_thread_name(&input->tables->things, (uint32_t)owners->items[0].key, &name);
        finding_text(finding, BLOCKED_OWNER, text_str(&name));
    }
    holders_of_monitors(input, (uint32_t)class_name, NULL, &holders);
    chain_follow(input, (uint32_t)class_name, &holders, &chain);
    const struct meanwhile_did *did = &chain.first, *last = &chain.last;
    if (did->what && did->percent >= MOST_OF && did->all_ns >= LEAST_KNOWN * chain.holders_ns) {
        finding_text(finding, BLOCKED_DID, did->what);
        finding_text(finding, BLOCKED_DID_SITE, did->site);
        finding_text(finding, BLOCKED_DID_CALLER, did->caller);
        finding_real(finding, BLOCKED_DID_PERCENT, did->percent);
        finding_text(finding, BLOCKED_CHAIN, chain.words);
        finding_text(finding, BLOCKED_END_DID, last->what);
        finding_text(finding, BLOCKED_END_SITE, last->site);
    }
    chain_free(&chain);
}

/* How long somebody waited: so long the lock was held, by one of those who want it. */
static double held_ns(const struct series *monitors, uint64_t class_name) {
    OWNED(array_release) struct intervals all = {0};
    for (size_t row = 0; row < monitors->rows; row++)
        if (series_id(monitors, MONITOR_CLASS, row) == class_name &&
            series_duration(monitors, row) > 0)
            array_push(&all,
                       (struct interval){series_start(monitors, row), series_end(monitors, row)});
    intervals_unite(&all);
    return intervals_ns(&all);
}

#define LEAST_OF_SHORT 10 /* waits, to tell what is not recorded from those that are */

/* Where most of what was recorded is hardly longer than the threshold, most of all is shorter. */
static void say_what_is_below(const struct rule_input *input, const struct series *monitors,
                              struct finding *finding) {
    int64_t threshold = judge_threshold(input, "jdk.JavaMonitorEnter");
    size_t near = 0;
    if (threshold <= 0 || monitors->rows < LEAST_OF_SHORT) return;
    for (size_t row = 0; row < monitors->rows; row++)
        near += series_duration(monitors, row) / 2 < threshold;
    if (2 * near > monitors->rows) finding_number(finding, BLOCKED_BELOW, threshold);
}

#define MOST_BEFORE_NS (20.0 * NS_PER_S) /* that a JVM may have run before it is recorded, */
#define START_UP_NS (10 * NS_PER_S)      /* what of the recording is its start-up then, */
#define MOST_AT_START 0.9 /* and of the time waited in that, for the rest to be fine */

/* How long the start-up of the JVM was that is recorded, at most two thirds of it all, if nearly
 * all waits were in it: code is interpreted then, and classes are loaded, so that locks are held
 * for longer than ever since. MISSING: they were not. */
static int64_t start_up_of(const struct rule_input *input, const struct series *waits) {
    const struct facts *facts = input->facts;
    const int64_t started = facts->jvms.len ? facts->jvms.items[0].start_ms : MISSING;
    const int64_t most = input->recorded_ns / 3 * 2,
                  first = most < START_UP_NS ? most : START_UP_NS;
    double all = 0, early = 0;
    if (is_missing(started) || input->has_window ||
        (double)input->start_ns - 1e6 * (double)started > MOST_BEFORE_NS)
        return MISSING;
    for (size_t row = 0; row < waits->rows; row++) {
        const int64_t from = series_start(waits, row), to = series_end(waits, row),
                      end = input->start_ns + first;
        all += ns_between(from, to);
        if (from < end) early += ns_between(from, to < end ? to : end);
    }
    return all > 0 && early >= MOST_AT_START * all ? first : MISSING;
}

static void judge_blocking(const struct rule_input *input, struct finding *finding) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    OWNED(tallies_free) struct tallies classes = {0}, owners = {0}, threads = {0};
    double total = 0;
    size_t worst = SIZE_MAX;
    for (size_t row = 0; row < monitors.rows; row++) {
        uint32_t name = series_id(&monitors, MONITOR_CLASS, row);
        total += (double)series_duration(&monitors, row);
        if (name != JFR_NULL_ID)
            tallies_add(&classes, name, (double)series_duration(&monitors, row));
    }
    tallies_sort(&classes);
    for (size_t row = 0; row < monitors.rows && classes.len; row++) {
        if (series_id(&monitors, MONITOR_CLASS, row) != classes.items[0].key) continue;
        double ns = (double)series_duration(&monitors, row);
        tallies_add(&threads, series_id(&monitors, MONITOR_THREAD, row), ns);
        if (series_thread(&monitors, MONITOR_OWNER, row))
            tallies_add(&owners, series_id(&monitors, MONITOR_OWNER, row), ns);
        if (worst == SIZE_MAX ||
            series_duration(&monitors, row) > series_duration(&monitors, worst))
            worst = row;
    }
    tallies_sort(&owners);
    judge_figure(input, finding, 100 * total / (judge_seconds(input) * 1e9));
    finding_real(finding, BLOCKED_AVERAGE, total / (judge_seconds(input) * 1e9));
    if (classes.len) judge_holders(input, finding, classes.items[0].key, &owners);
    finding_number(finding, BLOCKED_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
    finding_number(finding, BLOCKED_COUNT, (int64_t)monitors.rows);
    finding_number(finding, BLOCKED_THREADS, (int64_t)threads.len);
    if (threads.len) busy_cost(input, finding, &threads, held_ns(&monitors, classes.items[0].key));
    say_what_is_below(input, &monitors, finding);
    finding_number(finding, BLOCKED_START_UP, start_up_of(input, &monitors));
    if (finding->values[BLOCKED_START_UP].given) judge_cap(finding);
    if (worst != SIZE_MAX) {
        const char *name = series_text(&monitors, MONITOR_CLASS, worst);
        if (name && *name) { /* else it was lost with a part of the recording */
            finding_text(finding, BLOCKED_CLASS, name);
            finding_number(finding, BLOCKED_CLASS_NS, (int64_t)classes.items[0].sum);
        }
        judge_site(finding, BLOCKED_SITE, &monitors, MONITOR_STACK, worst);
        OWNED(text_free) struct text through = {0};
        sites_add_through(&monitors, MONITOR_STACK, worst, &through);
        finding_text(finding, BLOCKED_THROUGH, text_str(&through));
        judge_window(finding, series_start(&monitors, worst), series_end(&monitors, worst));
    }
}

#define LEAST_CONVOY 0.1 /* of the time recorded, that all of them waited together */

/* How many threads waited for one lock at once, at most. */
static void judge_convoy(const struct rule_input *input, struct finding *finding) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    OWNED(tallies_free) struct tallies locks = {0};
    for (size_t row = 0; row < monitors.rows; row++)
        tallies_add(&locks, (uint64_t)series_int(&monitors, MONITOR_ADDRESS, row),
                    (double)series_duration(&monitors, row));
    tallies_sort(&locks);
    uint64_t address = locks.len ? locks.items[0].key : 0;
    ARRAY(int64_t) ends = {0}; /* of those that wait, as a heap of no order: there are few */
    size_t most = 0, class_row = SIZE_MAX;
    for (size_t row = 0; row < monitors.rows && locks.len; row++) {
        if ((uint64_t)series_int(&monitors, MONITOR_ADDRESS, row) != address) continue;
        int64_t start = series_start(&monitors, row);
        size_t left = 0;
        for (size_t i = 0; i < ends.len; i++)
            if (ends.items[i] > start) ends.items[left++] = ends.items[i];
        ends.len = left;
        array_push(&ends, series_end(&monitors, row));
        if (ends.len <= most) continue;
        most = ends.len;
        class_row = row;
    }
    array_free(&ends);
    judge_figure(input, finding, (double)most);
    if (class_row != SIZE_MAX) {
        const char *name = series_text(&monitors, MONITOR_CLASS, class_row);
        finding_text(finding, CONVOY_CLASS, name && *name ? name : "class whose name was lost");
        finding_number(finding, CONVOY_WAITS, (int64_t)locks.items[0].count);
        finding_number(finding, CONVOY_TOTAL, (int64_t)locks.items[0].sum);
        judge_window(finding, series_start(&monitors, class_row), series_end(&monitors, class_row));
        bool little = locks.items[0].sum < LEAST_CONVOY * judge_seconds(input) * 1e9;
        if (locks.items[0].count < 10 || little) judge_as_fine(finding);
        else if (locks.items[0].count < 2 * most || /* once is no convoy */
                 is_known(start_up_of(input, &monitors)))
            judge_cap(finding);
    }
}

/* "app.Account" of "(object 0x1, a app.Account),": the first in the dump that one of them waits
 * for; and "app.Bank.move" of "at app.Bank.move(Bank.java:9)", the first frame that is not the
 * JDK's. */
static void name_deadlock(const char *dump, struct finding *finding) {
    static const char of_class[] = ", a ", frame[] = "\tat ";
    const char *at = strstr(dump, of_class);
    OWNED(text_free) struct text name = {0};
    if (at) {
        at += sizeof of_class - 1;
        text_add_bytes(&name, at, strcspn(at, ")\n"));
        finding_text(finding, DEADLOCK_CLASS, text_str(&name));
    }
    while ((at = strstr(at ? at : dump, frame))) {
        at += sizeof frame - 1;
        if (names_is_of_jdk(at)) continue;
        text_clear(&name);
        text_add_bytes(&name, at, strcspn(at, "(\n"));
        finding_text(finding, DEADLOCK_SITE, text_str(&name));
        return;
    }
}

/* "Found one Java-level deadlock:", then the two threads in lines of their own. */
static void judge_deadlock(const struct rule_input *input, struct finding *finding) {
    static const char mark[] = "Java-level deadlock";
    struct series dumps = series_of(input, SERIES_THREAD_DUMP);
    int64_t count = 0;
    for (size_t row = 0; row < dumps.rows; row++) {
        const char *text = series_text(&dumps, DUMP_TEXT, row);
        const char *found = text ? strstr(text, mark) : NULL;
        if (!found) continue;
        if (!count++) judge_window(finding, series_start(&dumps, row), series_start(&dumps, row));
        OWNED(text_free) struct text names = {0};
        for (int i = 0; i < 4; i++) {
            const char *quote = strstr(found, "\n\"");
            if (!quote) break;
            size_t len = strcspn(quote + 2, "\"\n");
            if (i) text_add(&names, ", ");
            text_add_bytes(&names, quote + 2, len);
            found = quote + 2 + len;
            const char *stacks = strstr(found, "Java stack information");
            const char *next = strstr(found, "\n\"");
            if (!next || (stacks && stacks < next)) break;
        }
        if (!names.len || finding->values[DEADLOCK_TEXT].given) continue;
        finding_text(finding, DEADLOCK_TEXT, text_str(&names));
        name_deadlock(strstr(text, mark), finding);
    }
    judge_figure(input, finding, (double)count);
}
