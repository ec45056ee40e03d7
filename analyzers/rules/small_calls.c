/* Many calls to the system that carry little each: files and sockets that are read or written piece
 * by piece. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/sites.h"
#include "parser/names.h"
#include "analyzers/rules/small_calls.h"
#include "analyzers/rules/small_calls_rows.h"

#define LEAST_SAMPLES 20   /* in such calls */
#define LEAST_RUNNING 0.02 /* of them: samples of the same place that run */
#define SMALL_BYTES 1024.0
#define LEAST_ROWS 100 /* of a place whose mean is known */

/* Where a thread is that reads or writes: a file, which waits for nobody; a socket, in which a
 * thread of native code most likely waits, so that only samples of running ones count. */
static const struct {
    const char *class_name, *method;
    enum what { READS, WRITES, FORCES, SPINS, SOCKET_READS, SOCKET_WRITES } what;
} calls[] = {
#include "analyzers/rules/small_calls_table.h"
};
enum { CALLS = sizeof calls / sizeof *calls };

static size_t call_of(const char *of_class, const char *method) {
    size_t i = 0;
    while (i < CALLS &&
           (strcmp(of_class, calls[i].class_name) != 0 || strcmp(method, calls[i].method) != 0))
        i++;
    return i;
}

#define BUFFER "Each is a system call; a buffer combines many into a few."
#define IF_SMALL "Each is a system call; if they are small, a buffer combines many into a few."
#define SMALL "small "
static const struct words {
    const char *name, *advice;
} words[] = {
    [READS] = {SMALL "reads of a file", BUFFER},
    [WRITES] = {SMALL "writes to a file", BUFFER},
    [FORCES] = {"forcing a file to disk (fsync)",
                "Each waits for the disk, however little was written; entries that are forced "
                "together share one wait."},
    [SPINS] = {"busy waiting (Thread.yield)",
               "It occupies a processor; waiting at a queue or a condition uses none."},
    [SOCKET_READS] = {SMALL "reads of a socket", BUFFER},
    [SOCKET_WRITES] = {SMALL "writes to a socket", BUFFER}};

static bool is_socket(size_t call) {
    return call < CALLS && calls[call].what >= SOCKET_READS;
}

struct calling {
    struct tallies places; /* call and site */
    struct tallies ran;    /* samples of running threads, by site */
    struct tallies asked;  /* samples of the calls, by site and who calls it */
    struct sites sites;
    double all;             /* samples of running threads, and of these calls */
    struct tallies native;  /* of these calls, samples of native code, by site */
    struct tallies met;     /* samples of native code, by thread */
    struct tallies forcing; /* those that force a file to disk, by site and thread */
};

static void count(struct calling *calling, size_t call, uint32_t site, double samples) {
    tallies_add(&calling->places, (uint64_t)call << 32 | site, samples);
}

/* Has the stream a buffer? Then its calls are as large as that. And who waits busily in
 * java.util.concurrent does so for moments, until another thread gets a processor. */
static bool is_buffer(const char *of_class) {
    return strncmp(of_class, "java.util.concurrent.", 21) == 0 ||
           strncmp(of_class, "java.io.Buffered", 16) == 0 ||
           strncmp(of_class, "sun.nio.cs.Stream", 17) == 0 ||
           strncmp(of_class, "sun.security.ssl.", 17) == 0 ||
           strncmp(of_class, "sun.net.", 8) == 0 || strncmp(of_class, "jdk.internal.net.", 17) == 0;
}

struct frame_seen {
    bool known, classless, buffer;
    bool ends; /* it is not the JDK's */
    size_t call;
};

/* A stack, frame by frame from the top to the first that is not the JDK's. */
struct calls_of_stack {
    size_t call;
    bool below, ended; /* below: the top is passed; functions of the system have no class */
};

static struct frame_seen look_at(const char *of_class, const char *method) {
    return (struct frame_seen){.known = true,
                               .classless = !*of_class,
                               .buffer = is_buffer(of_class),
                               .ends = *of_class && !names_is_of_jdk(of_class),
                               .call = call_of(of_class, method)};
}

static void add_frame(struct calls_of_stack *stack, const struct frame_seen *frame) {
    if (stack->ended) return;
    if (is_socket(frame->call) || (frame->call < CALLS && !stack->below)) stack->call = frame->call;
    if (!frame->classless) stack->below = true;
    if (stack->call < CALLS && calls[stack->call].what >= SPINS && frame->buffer)
        stack->call = CALLS;
    stack->ended = frame->ends;
}

/* Samplers that see native code as well have the calls among their samples; */
static void add_samples(struct calling *calling, const struct profile *profile) {
    struct frame_seen *seen = mem_zero(profile->frames.rows.len, sizeof *seen);
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        struct calls_of_stack calls_of = {.call = CALLS};
        calling->all += (double)stack->samples;
        for (uint32_t k = stack->depth; k-- > 0 && !calls_of.ended;) {
            uint32_t id = profile->stack_frames.items[stack->first + k];
            const struct frame *frame = &profile->frames.rows.items[id];
            if (!seen[id].known)
                seen[id] = look_at(strings_get(&profile->frames.strings, frame->class_name),
                                   strings_get(&profile->frames.strings, frame->method));
            add_frame(&calls_of, &seen[id]);
        }
        uint32_t name = sites_of_sample(&calling->sites, profile, (uint32_t)i);
        tallies_add(&calling->ran, name, (double)stack->samples);
        if (calls_of.call == CALLS) continue;
        OWNED(text_free) struct text caller = {0};
        sites_add_caller_of_sample(profile, (uint32_t)i, &caller);
        count(calling, calls_of.call, name, (double)stack->samples);
        tallies_add(&calling->asked, (uint64_t)name << 32 | sites_name(&calling->sites, &caller),
                    (double)stack->samples);
    }
    free(seen);
}

static size_t call_in(const struct series *samples, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, column, row, &depth);
    struct calls_of_stack calls_of = {.call = CALLS};
    for (uint32_t i = 0; i < depth && !calls_of.ended; i++) {
        struct frame_seen frame = look_at(series_frame_class(samples, frames[i]),
                                          series_frame_method(samples, frames[i]));
        add_frame(&calls_of, &frame);
    }
    return calls_of.call;
}

bool small_calls_take_cpu(const struct series *samples, size_t column, size_t row) {
    const size_t call = call_in(samples, column, row);
    return call != CALLS && calls[call].what != FORCES && !is_socket(call);
}

/* those of the JVM have them apart. */
static void add_native(struct calling *calling, const struct rule_input *input) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    for (size_t row = 0; row < samples.rows; row++) {
        uint64_t thread = series_id(&samples, SAMPLE_THREAD, row);
        tallies_add(&calling->met, thread, 1);
        const size_t call = call_in(&samples, SAMPLE_STACK, row);
        if (call == CALLS || is_socket(call)) continue;
        uint64_t site = sites_of(&calling->sites, &samples, SAMPLE_STACK, row);
        calling->all++;
        tallies_add(&calling->native, site, 1);
        count(calling, call, (uint32_t)site, 1);
        tallies_add(&calling->asked,
                    site << 32 | sites_caller(&calling->sites, &samples, SAMPLE_STACK, row), 1);
        if (calls[call].what == FORCES)
            tallies_add(&calling->forcing, site << 32 | (uint32_t)thread, 1);
    }
}

/* What each call carries, where that was recorded. False: so much that they are not small. */
static bool judge_size(const struct rule_input *input, struct finding *finding, enum what what,
                       const struct calling *calling, uint32_t site) {
    static const enum series_id events[] = {
        [READS] = SERIES_FILE_READ,          [WRITES] = SERIES_FILE_WRITE,
        [FORCES] = SERIES_FILE_FORCE,        [SPINS] = SERIES_FILE_FORCE, /* has no size */
        [SOCKET_READS] = SERIES_SOCKET_READ, [SOCKET_WRITES] = SERIES_SOCKET_WRITE};
    struct series rows = series_of(input, events[what]);
    struct sites sites = {0};
    double bytes = 0, count = 0;
    const char *name = strings_get(&calling->sites.names, site);
    for (size_t row = 0; row < rows.rows; row++) {
        int64_t size = series_int(&rows, IO_BYTES, row);
        uint32_t own = sites_of(&sites, &rows, IO_STACK, row);
        if (size < 0 || strcmp(strings_get(&sites.names, own), name) != 0) continue;
        bytes += (double)size;
        count++;
    }
    sites_free(&sites);
    if (count < LEAST_ROWS) return true;
    finding_number(finding, CALLS_MEAN, (int64_t)(bytes / count));
    finding_number(finding, CALLS_ROWS, (int64_t)count);
    return bytes < SMALL_BYTES * count;
}

/* A byte to a file at a time: such calls are many, and none is long. */
static bool is_of_a_byte(size_t call) {
    return strcmp(calls[call].method, "write") == 0 ||
           strcmp(calls[call].class_name, "java.io.RandomAccessFile") == 0;
}

/* Who never runs between its calls waits in one: for a pipe, or a terminal. */
static bool runs(const struct calling *calling, uint32_t site, double samples) {
    const uint64_t *at = map_get(&calling->ran.index, site);
    return at && calling->ran.items[*at].sum >= LEAST_RUNNING * samples;
}

/* What is called there most; there is something. */
static size_t call_at(const struct calling *calling, uint32_t site) {
    size_t at = 0;
    while ((uint32_t)calling->places.items[at].key != site) at++;
    return calling->places.items[at].key >> 32;
}

/* Who calls the site for most of that. */
static void name_caller(struct calling *calling, uint32_t site, double samples,
                        struct finding *finding) {
    tallies_sort(&calling->asked);
    for (size_t i = 0; i < calling->asked.len; i++) {
        const struct tally *asked = &calling->asked.items[i];
        const char *name = strings_get(&calling->sites.names, (uint32_t)asked->key);
        if (asked->key >> 32 != site) continue;
        if (*name && 2 * asked->sum >= samples) finding_text(finding, CALLS_CALLER, name);
        return;
    }
}

/* Who forces a file to disk waits for it, and takes no CPU: of the time of the threads that do. */
static void cost_of_forcing(const struct rule_input *input, struct calling *calling, uint32_t site,
                            struct finding *finding) {
    OWNED(tallies_free) struct tallies threads = {0};
    EACH (const struct tally, tally, &calling->forcing)
        if (tally->key >> 32 == site)
            tallies_add(&threads, (uint32_t)tally->key,
                        busy_forced_ns(input, (uint32_t)tally->key));
    if (threads.len) busy_cost(input, finding, &threads, 0);
}

static void cost_of_calls(const struct rule_input *input, const struct calling *calling,
                          const struct tally *site, struct finding *finding) {
    const double native = cpu_sum_of(&calling->native, site->key),
                 share = percent_of(site->sum - native, (double)judge_running(input)->samples);
    finding_cost(finding, COST_OF_CPU,
                 cpu_of_native(input, native) + cpu_of_samples(input, real_or(share, 0)));
}

/* What a channel of a file reads or writes is a buffer of the program's, and often a large one. */
static void tell_calls(size_t call, struct finding *finding) {
    static const char channels[] = "sun.nio.ch.";
    const struct words *of = &words[calls[call].what];
    const bool known = (calls[call].what != READS && calls[call].what != WRITES) ||
                       strncmp(calls[call].class_name, channels, sizeof channels - 1) != 0 ||
                       finding->values[CALLS_MEAN].given;
    finding_text(finding, CALLS_WHAT, known ? of->name : of->name + sizeof SMALL - 1);
    finding_text(finding, CALLS_ADVICE, known ? of->advice : IF_SMALL);
}

static void judge_small_calls(const struct rule_input *input, struct finding *finding) {
    struct calling calling = {.all = 0};
    struct tallies sites = {0};
    add_samples(&calling, judge_running(input));
    add_native(&calling, input);
    for (size_t i = 0; i < calling.places.len; i++)
        tallies_add(&sites, (uint32_t)calling.places.items[i].key, calling.places.items[i].sum);
    tallies_sort(&sites);
    tallies_sort(&calling.places);
    uint32_t site = sites.len ? (uint32_t)sites.items[0].key : MISSING_ID;
    size_t call = sites.len ? call_at(&calling, site) : CALLS;
    if (!calling.met.len && !sites.len) {
        judge_as(finding, RULE_NA, 2);
    } else if (!sites.len || sites.items[0].sum < LEAST_SAMPLES ||
               (calls[call].what < FORCES && !is_of_a_byte(call) &&
                !runs(&calling, site, sites.items[0].sum))) {
        judge_as(finding, RULE_OK, 1);
    } else {
        OWNED(text_free) struct text name = {0};
        judge_figure(input, finding, 100 * sites.items[0].sum / calling.all);
        if (!judge_size(input, finding, calls[call].what, &calling, site)) judge_as_fine(finding);
        text_addf(&name, "%s.%s", calls[call].class_name, calls[call].method);
        finding_text(finding, CALLS_CALL, text_str(&name));
        finding_text(finding, CALLS_SITE, strings_get(&calling.sites.names, site));
        name_caller(&calling, site, sites.items[0].sum, finding);
        finding_number(finding, CALLS_SAMPLES, (int64_t)sites.items[0].sum);
        tell_calls(call, finding);
        if (calls[call].what == FORCES) cost_of_forcing(input, &calling, site, finding);
        if (!finding->cost_of) cost_of_calls(input, &calling, &sites.items[0], finding);
    }
    free_each(tallies_free, &sites, &calling.places, &calling.ran, &calling.asked, &calling.met,
              &calling.forcing, &calling.native);
    sites_free(&calling.sites);
}
