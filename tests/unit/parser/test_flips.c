/* Three thousand seeded mutations of real recordings, each read from end to end with another set of
 * filters: no crash, no hang, no memory beyond what the input justifies (all checked by the
 * sanitizers, a timer and reading.h). The recordings are those in $TESTDATA and $FLIPS_FROM,
 * directories, as far as they are not compressed; of large ones the first 130 kB.
 *
 * Each case runs in the order of its number, a hundred to a test. Of a failing one the number is
 * printed; FLIPS_CASE=number runs that one alone, FLIPS_OFFSET=number three thousand others, and
 * FLIPS_COUNT=number so many. Without end, guided by what is reached: tests/fuzz/. */
#include "tests/support/exact_input.h"
#include "tests/support/jvm.h"
#include "tests/support/pictures.h"
#include "tests/support/random.h"
#include "tests/support/table_rows.h"
#include "tests/support/suite.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { CASES = 3000, MOST_CASES = 1000000, CASES_A_TEST = 100, MAX_SEEDS = 100, MAX_SIZE = 130000 };

/* ==== What is mutated ======================================================================= */

struct seed {
    char *name;
    uint8_t *bytes;
    size_t len;
    size_t interesting[3][2]; /* ranges: header, metadata, last checkpoint */
};

static struct seed seeds[MAX_SEEDS];
static size_t seed_count;

static uint64_t big_endian(const uint8_t *p) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | p[i];
    return value;
}

static void set_range(struct seed *seed, int range, uint64_t from, size_t len) {
    if (from >= seed->len) from = 0;
    if (len > seed->len - from) len = seed->len - from;
    seed->interesting[range][0] = (size_t)from;
    seed->interesting[range][1] = len;
}

static void add_seed(const char *name, const uint8_t *bytes, size_t len) {
    if (seed_count == MAX_SEEDS || len < HEADER_END || memcmp(bytes, "FLR", 4) != 0) return;
    struct seed *seed = &seeds[seed_count++];
    *seed = (struct seed){.name = strdup(name), .bytes = malloc(len), .len = len};
    memcpy(seed->bytes, bytes, len);
    set_range(seed, 0, 0, HEADER_END);
    set_range(seed, 1, big_endian(bytes + HEADER_METADATA), 20000);
    set_range(seed, 2, big_endian(bytes + HEADER_CHECKPOINT), 5000);
}

static void add_folder(const char *path) {
    struct dirent **entries;
    int count = path ? scandir(path, &entries, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        FILE *file = fopen(name, "rb");
        uint8_t *bytes = malloc(MAX_SIZE);
        add_seed(name, bytes, file ? fread(bytes, 1, MAX_SIZE, file) : 0);
        free(bytes);
        if (file) fclose(file);
        free(entries[i]);
    }
    if (count > 0) free(entries);
}

/* One made here, so that there is always something, in both encodings of integers. */
static void add_made(void) {
    static const char *const stacks[] = {"A.leaf B.mid Main.main", "p/B.mid:5/2 Main.main ...",
                                         "H.hidden~ A.leaf A.leaf Main.main", ""};
    for (uint16_t flags = 0; flags < 2; flags++) {
        struct recording r = {.padded = flags};
        struct chunk_head head = usual_head;
        head.flags = flags;
        jvm_chunk(&r, &head, stacks, 4);
        head.start_ns += 10000000000;
        jvm_chunk(&r, &head, stacks, 3);
        add_seed(flags ? "compressed" : "fixed", r.out.data, r.out.len);
        recording_free(&r);
    }
}

/* ==== Mutations ============================================================================= */

struct mutant {
    const struct seed *seed;
    uint8_t *bytes; /* of twice the seed's size and some more */
    size_t len, cap;
};

/* Anywhere, or (mostly) where it hurts. */
static size_t place(const struct mutant *m) {
    const size_t *range = m->seed->interesting[random_below(3)];
    size_t at = random_below(4) ? range[0] + random_below(range[1]) : random_below(m->len);
    return at < m->len ? at : random_below(m->len);
}

static void change_bytes(struct mutant *m) {
    static const uint8_t values[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
    for (size_t n = 1 + random_below(8); n; n--) {
        uint8_t *p = &m->bytes[place(m)];
        switch (random_below(4)) {
        case 0: *p ^= (uint8_t)(1 << random_below(8)); break;
        case 1: *p = values[random_below(sizeof values)]; break;
        case 2: *p = (uint8_t)(*p + 1); break;
        default: *p = (uint8_t)random_u64(); break;
        }
    }
}

/* A number where there may be one, too large for anything. */
static void plant_number(struct mutant *m) {
    static const char *const numbers[] = {
        "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "\x80\x80\x80\x80\x80\x80\x80\x80\x80",
        "\xFF\xFF\xFF\x7F", "\x80\x80\x80\x80\x80\x80\x80\x80\x10"};
    const char *number = numbers[random_below(4)];
    size_t at = place(m), len = strlen(number);
    if (len <= m->len - at) memcpy(m->bytes + at, number, len);
}

static void cut(struct mutant *m) {
    m->len = random_below(2) ? m->len - random_below(m->len < 3000 ? m->len : 3000) : place(m);
}

static void remove_range(struct mutant *m) {
    size_t at = place(m), len = random_below(random_below(2) ? 10 : 5000);
    if (len > m->len - at) len = m->len - at;
    memmove(m->bytes + at, m->bytes + at + len, m->len - at - len);
    m->len -= len;
}

/* Bytes of this recording or another one, inserted or over what is there. */
static void splice_in(struct mutant *m) {
    const struct seed *from = random_below(2) ? m->seed : &seeds[random_below(seed_count)];
    size_t at = place(m), source = random_below(from->len),
           len = random_below(random_below(2) ? 50 : 20000);
    if (len > from->len - source) len = from->len - source;
    bool insert = random_below(2);
    if (insert && len > m->cap - m->len) len = m->cap - m->len;
    if (!insert && len > m->len - at) len = m->len - at;
    if (insert) memmove(m->bytes + at + len, m->bytes + at, m->len - at);
    memcpy(m->bytes + at, from->bytes + source, len);
    if (insert) m->len += len;
}

static void fill(struct mutant *m) {
    size_t at = place(m), len = random_below(2000);
    if (len > m->len - at) len = m->len - at;
    memset(m->bytes + at, random_below(2) ? 0 : (int)random_below(256), len);
}

static void mutate(struct mutant *m) {
    static void (*const kinds[])(struct mutant *) = {
        change_bytes, change_bytes, change_bytes, plant_number, cut, remove_range, splice_in, fill};
    for (size_t n = 1 + random_below(3); n && m->len; n--)
        kinds[random_below(sizeof kinds / sizeof *kinds)](m);
}

/* ==== Reading =============================================================================== */

static void run_case(uint64_t number) {
    static const char *const regexes[] = {"a", "[.]", "main"};
    static const char *const events[] = {"cpu", "alloc", "lock", "wall", "native", "exception"};
    static const char *const states[] = {"runnable", "STATE_SLEEPING"};
    random_state = number * UINT64_C(0xD1B54A32D192ED03);
    const struct seed *seed = &seeds[random_below(seed_count)];
    struct mutant m = {seed, malloc(2 * seed->len + 20000), seed->len, 2 * seed->len + 20000};
    memcpy(m.bytes, seed->bytes, seed->len);
    mutate(&m);
    struct asked options = all_samples;
    options.selection.by = (enum frame_by)random_below(6);
    options.selection.frame_type = random_below(2);
    options.selection.hidden = random_below(2);
    options.selection.raw_names = random_below(2);
    if (random_below(3) == 0) options.selection.events = text_list_of(events, 1 + random_below(6));
    if (random_below(3) == 0) options.selection.thread = regexes[random_below(3)];
    if (random_below(3) == 0) options.needs.thread_roots = true;
    if (random_below(4) == 0) options.selection.states = text_list_of(states, 1 + random_below(2));
    if (random_below(3) == 0)
        options.selection.include = text_list_of(regexes, 1 + random_below(3));
    if (random_below(4) == 0) options.selection.exclude = text_list_of(regexes + 2, 1);
    if (random_below(3) == 0)
        options.selection.from =
            (struct time_point){.kind = (enum time_kind)random_below(4), .ns = 1000000000};
    if (random_below(3) == 0)
        options.selection.to =
            (struct time_point){.kind = (enum time_kind)random_below(4), .ns = 2000000000};
    static const struct facts_options facts;
    bool pictures = random_below(3) == 0;
    if (pictures)
        options.needs.facts = &facts, options.needs.values = true,
        options.needs.keep |= PROFILE_SAMPLES;
    struct reading reading = reading_of_bytes(m.bytes, m.len, &options);
    if (pictures) pictures_check(&reading, &options);
    const struct profile *p = &reading.samples->profile;
    uint64_t self = 0, stacks = 0;
    for (size_t i = 0; i < p->rows.len; i++) {
        self += p->rows.items[i].self;
        if (p->rows.items[i].total < p->rows.items[i].self) abort();
    }
    for (size_t i = 0; i < p->stacks.len; i++) stacks += p->stacks.items[i].samples;
    if (self != p->samples - p->without_stack || stacks != self) abort();
    reading_release(&reading);
    if (random_below(4) == 0) {
        struct memory_file file = memory_file_make(m.bytes, m.len);
        table_rows_read(file.path, random_below(1000));
        memory_file_close(&file);
    }
    free(m.bytes);
}

/* Shared with the processes that the tests run in, so that it outlives them. */
struct progress {
    uint64_t number;
    bool begun, done;
};
static struct progress *progress;

/* SIGPROF ends the process when it has used that much CPU time more; 0: never. */
static void limit_cpu(time_t seconds) {
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

START_TEST(mutated_recordings_are_read_or_refused) {
    const char *only = getenv("FLIPS_CASE"), *offset = getenv("FLIPS_OFFSET");
    uint64_t first = (uint64_t)_i * CASES_A_TEST, chosen = only ? strtoull(only, NULL, 10) : 0;
    if (only && _i == 0) first = chosen;
    else if (offset) first += strtoull(offset, NULL, 10);
    progress[_i].begun = true;
    for (uint64_t number = first; number < first + CASES_A_TEST; number++) {
        if (only && number != chosen) continue;
        progress[_i].number = number;
        limit_cpu(20);
        run_case(number);
    }
    limit_cpu(0);
    progress[_i].done = true;
}
END_TEST

static void say_failed_cases(int tests) {
    for (int i = 0; i < tests; i++)
        if (progress[i].begun && !progress[i].done)
            printf("failed: FLIPS_CASE=%llu runs that case alone\n",
                   (unsigned long long)progress[i].number);
}

int main(void) {
    Suite *suite = suite_create("flips");
    TCase *cases = tcase_create("flips");
    const char *wished = getenv("FLIPS_COUNT");
    long count = wished ? strtol(wished, NULL, 10) : CASES;
    if (count < CASES_A_TEST || count > MOST_CASES) count = CASES;
    int tests = (int)(count / CASES_A_TEST);
    progress = mmap(NULL, (size_t)tests * sizeof *progress, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) return EXIT_FAILURE;
    add_made();
    add_folder(getenv("TESTDATA"));
    add_folder(getenv("FLIPS_FROM"));
    suite_add_drawn(cases, mutated_recordings_are_read_or_refused, 0, tests);
    suite_add_tcase(suite, cases);
    int code = suite_run(suite);
    say_failed_cases(tests);
    for (size_t i = 0; i < seed_count; i++) {
        free(seeds[i].name);
        free(seeds[i].bytes);
    }
    return code;
}
