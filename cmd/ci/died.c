#include "cmd/ci/died.h"

#include "base/few.h"
#include "base/shell.h"
#include "base/units.h"
#include "base/safe.h"
#include "base/plural.h"
#include "cmd/cli/message.h"

#define SHOWN 10 /* JVMs that a sentence names */
#define SAME_NS (5 * NS_PER_S)
#define ZONES_NS (900 * NS_PER_S)

struct reading died_reading(const struct reading *how, const struct found_recording *recording) {
    return (struct reading){
        .paths = {.items = (const char **)recording->paths.items, .len = recording->paths.len},
        .input = how->input,
        .messages = how->messages,
        .unread_is_fine = true};
}

struct scan_options died_scan(struct reading *reading, const struct found_recording *recording) {
    struct scan_options scan = reading_scan(reading);
    scan.only = recording->member;
    return scan;
}

/* "2026_11_20_22_25_46_8091": the process is behind date and time. */
int64_t died_pid_of_repository(const struct found_recording *recording) {
    const char *at = strrchr(recording->title, '/');
    long long pid = 0;
    at = at ? at + 1 : recording->title;
    for (int parts = 0; recording->repository && parts < 6 && at; parts++) {
        at = strchr(at, '_');
        if (at) at++;
        if (at && parts == 5) pid = strtoll(at, NULL, 10);
    }
    return pid > 0 && pid <= INT32_MAX ? pid : MISSING;
}

bool died_is_of(const struct found_crash *log, struct verdict_jvm jvm) {
    if (is_missing(log->pid) || log->pid != jvm.pid) return false;
    if (!log->start_ns || !jvm.start_ns) return true;
    int64_t apart = log->start_ns - jvm.start_ns;
    if (!log->utc) apart %= ZONES_NS; /* zones differ by that */
    if (!log->utc && apart > ZONES_NS / 2) apart -= ZONES_NS;
    if (!log->utc && apart < -ZONES_NS / 2) apart += ZONES_NS;
    return apart > -SAME_NS && apart < SAME_NS;
}

/* What verdicts are made of; the reading, to be freed, owns it. */
static const struct tables *read_recording(const struct reading *how,
                                           const struct found_recording *recording,
                                           struct reading *reading) {
    *reading = died_reading(how, recording);
    struct scan_options scan = died_scan(reading, recording);
    walk_join(&reading->run, &tables_reader, &verdict_wishes);
    walk_start(&reading->run, &scan, &reading->report);
    progress_end(&reading->progress);
    return walk_result(&reading->run, &tables_reader);
}

/* Of the JVM that recorded last. */
static struct verdict_jvm jvm_of(const struct reading *how,
                                 const struct found_recording *recording) {
    OWNED(reading_free) struct reading reading;
    struct verdict_jvm jvm = verdict_jvm(read_recording(how, recording, &reading));
    if (is_missing(jvm.pid)) jvm.pid = died_pid_of_repository(recording);
    return jvm;
}

typedef ARRAY(struct died) candidates;

/* What a JVM writes when it fails has what is in its repository: of recordings of one process that
 * lie over each other in time the one that ends last is taken, else the longer one. */
static void add_recording(candidates *list, const struct found_recording *recording,
                          struct verdict_jvm jvm) {
    for (size_t i = 0; i < list->len && is_known(jvm.pid); i++) {
        const struct found_recording *other = list->items[i].recording;
        if (list->items[i].pid != jvm.pid || other->start_ns > recording->end_ns ||
            recording->start_ns > other->end_ns)
            continue;
        if (recording->end_ns > other->end_ns ||
            (recording->end_ns == other->end_ns && recording->start_ns < other->start_ns))
            list->items[i].recording = recording;
        return;
    }
    array_push(list,
               (struct died){.recording = recording, .pid = jvm.pid, .start_ns = jvm.start_ns});
}

static const char *title_of(const struct died *one) {
    if (one->recording) return one->recording->title;
    if (one->log) return one->log->title;
    return one->dump ? one->dump->title : one->console ? one->console->title : one->empty->title;
}

static void say_not_there(const candidates *list, uint64_t pid) {
    OWNED(text_free) struct text line = {0};
    struct few few = {&line, SHOWN, 0};
    EACH (const struct died, one, list) {
        if (!few_takes(&few)) continue;
        safe_add_name(&line, title_of(one));
        if (is_known(one->pid)) text_addf(&line, " (process %lld)", (long long)one->pid);
    }
    few_end(&few);
    message_error("--pid %llu: there is no JVM with that process id; there %s %s",
                  (unsigned long long)pid, plural(list->len, "is", "are"), text_str(&line));
}

static const char *verdict_of(const struct reading *how, const struct died *died) {
    OWNED(reading_free) struct reading reading = {0};
    OWNED(text_free) struct text why = {0};
    const struct found_recording *recording = died->recording;
    return verdict_make(recording ? read_recording(how, recording, &reading) : NULL, died, &why);
}

/* When the JVM ended, by what it left; 0: nothing says it. Logs without a zone count as UTC. */
static int64_t ended_at(const struct died *one) {
    int64_t ns = one->recording ? one->recording->end_ns : 0;
    if (one->log && one->log->end_ns > ns) ns = one->log->end_ns;
    if (one->dump && one->dump->time_ns > ns) ns = one->dump->time_ns;
    return ns;
}

static void add_line(const struct died *one, const char *verdict, struct text *out) {
    static const struct zone utc = {.kind = ZONE_OFFSET};
    OWNED(text_free) struct text pid = {0}, time = {0};
    if (is_known(one->pid)) text_addf(&pid, "%lld", (long long)one->pid);
    if (ended_at(one)) zone_add_time(&utc, ended_at(one) / NS_PER_S * NS_PER_S, &time);
    text_addf(out, "%9s  %-13s  %-19s  ", text_str(&pid), verdict, text_str(&time));
    safe_add_name(out, title_of(one));
}

/* What became of each. */
static void say_each(const candidates *list, const char *const *verdicts) {
    for (size_t i = 0; i < list->len && i < SHOWN; i++) {
        OWNED(text_free) struct text line = {0};
        add_line(&list->items[i], verdicts[i], &line);
        message_error("%s", text_str(&line));
    }
    if (list->len > SHOWN) message_error("%9s  and %zu more", "", list->len - SHOWN);
}

/* Of several the one is meant that ended last of those that ended as they should not, or of all if
 * none did; what became of each is said. NULL: nothing says which that is. */
static const struct died *choose_of_several(const struct reading *how, const candidates *list) {
    OWNED(array_release) ARRAY(const char *) verdicts = {0};
    const struct died *last = NULL;
    size_t died = 0, ties = 0;
    EACH (const struct died, one, list) {
        array_push(&verdicts, verdict_of(how, one));
        died += verdict_is_bad(verdicts.items[verdicts.len - 1]);
    }
    for (size_t i = 0; i < list->len; i++) {
        const struct died *one = &list->items[i];
        if (died && !verdict_is_bad(verdicts.items[i])) continue;
        if (last && ended_at(one) < ended_at(last)) continue;
        ties = last && ended_at(one) == ended_at(last) ? ties + 1 : 0;
        last = one;
    }
    if (ties) {
        message_error("expected one JVM, found %zu; choose one with --pid, or give only its files:",
                      list->len);
        say_each(list, verdicts.items);
        return NULL;
    }
    if (died == 1) {
        message_note("of %zu JVMs the only one that died; --pid chooses another", list->len);
        return last;
    }
    OWNED(text_free) struct text name = {0};
    safe_add_name(&name, title_of(last));
    message_note("of %zu JVMs the one that %s last: %s; --pid, or the files of one, choose another "
                 "(times are "
                 "UTC):",
                 list->len, died ? "died" : "ended", text_str(&name));
    if (!message_is_quiet()) say_each(list, verdicts.items);
    return last;
}

static bool is_trace_of(const struct found_trace *trace, const struct died *died, bool only) {
    if (trace->time_ns && died->start_ns && trace->time_ns < died->start_ns - SAME_NS) return false;
    return is_missing(trace->pid) || is_missing(died->pid) ? only : trace->pid == died->pid;
}

void died_take_traces(const struct leftovers *others, struct died *died, bool only) {
    EACH (const struct found_trace, trace, &others->traces) {
        const struct found_trace **place = trace->kind == TRACE_HEAP_DUMP ? &died->dump
                                           : trace->kind == TRACE_CONSOLE ? &died->console
                                                                          : &died->empty;
        bool better =
            !*place || (trace->by_jvm && !(*place)->by_jvm) || (trace->ended && !(*place)->ended);
        if (better && is_trace_of(trace, died, only)) *place = trace;
    }
}

/* What says of which process it is, and fits to none that is there, is of a JVM of its own; if
 * there is nothing else, so is all the rest together. */
static void add_traces(const struct leftovers *others, candidates *list) {
    EACH (const struct found_trace, trace, &others->traces) {
        size_t k = 0;
        while (k < list->len && !is_trace_of(trace, &list->items[k], true)) k++;
        if (k == list->len && (is_known(trace->pid) || !list->len))
            array_push(list, (struct died){.pid = trace->pid});
        else if (k < list->len && is_missing(list->items[k].pid) && list->len == 1)
            list->items[k].pid = trace->pid;
    }
    for (size_t i = 0; i < list->len; i++)
        died_take_traces(others, &list->items[i], list->len == 1);
}

int died_choose(const struct reading *how, const struct found *found, uint64_t pid,
                struct died *out) {
    OWNED(array_release) candidates list = {0}, asked = {0};
    EACH (const struct found_recording, recording, &found->recordings) {
        if (recording->profile) continue; /* it has no times */
        add_recording(&list, recording, jvm_of(how, recording));
    }
    size_t recordings = list.len;
    const struct leftovers *others = &found->others;
    EACH (const struct found_crash, log, &others->crashes) {
        size_t fits = SIZE_MAX;
        for (size_t k = 0; k < recordings && fits == SIZE_MAX; k++) {
            const struct verdict_jvm jvm = {list.items[k].pid, list.items[k].start_ns};
            if (!list.items[k].log && died_is_of(log, jvm)) fits = k;
        }
        if (fits != SIZE_MAX) list.items[fits].log = log;
        else array_push(&list, (struct died){.log = log, .pid = log->pid});
    }
    add_traces(others, &list);
    for (size_t i = 0; i < list.len; i++)
        if (!pid || list.items[i].pid == (int64_t)pid) array_push(&asked, list.items[i]);
    int code = EXIT_OK;
    if (asked.len == 1) {
        *out = asked.items[0];
    } else if (list.len == 0) {
        message_error("there is no recording, no error log and no heap dump of a JVM, and no log "
                      "that says java.lang.OutOfMemoryError");
        code = EXIT_NOTHING;
    } else if (asked.len) {
        const struct died *bad = choose_of_several(how, &asked);
        if (bad) *out = *bad;
        else code = EXIT_USAGE;
    } else {
        say_not_there(&list, pid);
        code = EXIT_USAGE;
    }
    return code;
}

void died_lead(const struct reading *how) {
    struct reading search = {.paths = how->paths, .input = how->input, .messages = how->messages};
    struct scan_options scan = reading_scan(&search);
    OWNED(found_free) struct found found;
    report_find(&scan, &found, &search.report);
    progress_end(&search.progress);
    bool any = found.others.crashes.len > 0;
    EACH (const struct found_trace, trace, &found.others.traces) any |= trace->kind != TRACE_EMPTY;
    OWNED(text_free) struct text paths = {0};
    shell_add_paths(&paths, &how->paths);
    if (any) message_error("for why a JVM died: jfrtool crash%s", text_str(&paths));
    reading_free(&search);
}
