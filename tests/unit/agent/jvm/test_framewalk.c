/* Walks that were stored of real JVMs (tests/agent/capture_walks.c) come out as they did there: of
 * each kind of place where a thread was interrupted, on any processor. */
#include "agent/jvm/prologue.h"
#include "agent/jvm/references.h"
#include "agent/jvm/scopes.h"
#include "base/mem.h"
#include "tests/agent/stored_walk.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {"walks-17.bin", "walks-25.bin", "walks-25-upcalls.bin",
                                    "walks-25-virtual.bin", "walks-25-heap.bin"};
enum { FILES = sizeof files / sizeof *files };

static struct stored_walk *walks;
static int walk_count;
static const struct stored_walk *replayed;
static uint64_t hidden; /* the word of this address is not there, or another; 0: all are */
static uint64_t instead;

static uint64_t load(const struct memory *memory, uint64_t address) {
    (void)memory;
    int low = 0, high = replayed->word_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (replayed->words[middle].address < address) low = middle + 1;
        else high = middle;
    }
    bool there = low < replayed->word_count && replayed->words[low].address == address;
    if (there && address == hidden) return instead;
    return there ? replayed->words[low].value : 0;
}
static struct memory memory = {load};

/* ---- Files ----------------------------------------------------------------------------------- */

static const uint8_t *at, *end;

static uint64_t next(void) {
    uint64_t value = 0;
    for (unsigned shift = 0; at < end; shift += 7) {
        value |= (uint64_t)(*at & 127) << shift;
        if (!(*at++ & 128)) break;
    }
    return value;
}

static int64_t next_signed(void) {
    uint64_t value = next();
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

static void read_walk(struct stored_walk *w) {
    w->end = (enum framewalk_end)next();
    w->count = (int)next();
    for (int i = 0; i < w->count; i++) {
        w->frames[i].method = next();
        w->frames[i].bci = (int32_t)next_signed();
        w->frames[i].type = (enum framewalk_type)next();
    }
    w->thread.java_thread = next();
    w->thread.stack_end = next();
    w->thread.in_java = next();
    struct framewalk_registers *r = &w->registers;
    uint64_t *const registers[] = {&r->pc,  &r->sp,     &r->fp,    &r->link,
                                   &r->bcp, &r->method, &r->result};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) *registers[i] = next();
    w->word_count = (int)next();
    struct stored_word last = {0};
    for (int i = 0; i < w->word_count; i++) {
        last.address += next() * WORD;
        last.value ^= next();
        w->words[i] = last;
    }
}

static void read_file(const char *name) {
    static uint8_t bytes[1 << 18];
    char path[1024];
    snprintf(path, sizeof path, "%s/walks/%s", getenv("TESTDATA"), name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s is there", path);
    end = bytes + fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    at = bytes + strlen(STORED_WALK_MAGIC);
    int64_t *numbers = (int64_t *)&memory.at;
    size_t there = next(); /* walks that were stored earlier do not have the last ones */
    ck_assert_uint_le(there, sizeof memory.at / sizeof *numbers);
    memset(&memory.at, 0, sizeof memory.at);
    for (size_t i = 0; i < there; i++) numbers[i] = next_signed();
    for (walk_count = 0; at < end; walk_count++) {
        walks = mem_resize(walks, (size_t)walk_count + 1, sizeof *walks);
        read_walk(&walks[walk_count]);
    }
    ck_assert_int_gt(walk_count, 0);
}

static struct framewalk_frame frames[STORED_WALK_FRAMES + 1];
static int64_t left_out;

static enum framewalk_end replay(const struct stored_walk *w, int room, int *count) {
    replayed = w;
    memset(frames, 0xee, sizeof frames);
    return framewalk(&memory, &w->thread, &w->registers, frames, room, count, &left_out);
}

/* ---- Whole ----------------------------------------------------------------------------------- */

START_TEST(stored_walks_come_out_as_they_did_in_the_jvm) {
    read_file(files[_i]);
    int roots = 0;
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        int count;
        ck_assert_int_eq(replay(w, STORED_WALK_FRAMES, &count), w->end);
        ck_assert_int_eq(count, w->count);
        for (int k = 0; k < count; k++) {
            ck_assert_uint_eq(frames[k].method, w->frames[k].method);
            ck_assert_int_eq(frames[k].bci, w->frames[k].bci);
            ck_assert_int_eq(frames[k].type, w->frames[k].type);
        }
        roots += w->end == FRAMEWALK_ROOT;
    }
    ck_assert_int_ge(roots, 1);
}
END_TEST

START_TEST(of_a_stack_with_more_frames_than_room_both_ends_are_there) {
    read_file(files[_i]);
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        int count;
        if (w->end != FRAMEWALK_ROOT || w->count < 3) continue;
        for (int room = w->count; room >= 2; room--) {
            ck_assert_int_eq(replay(w, room, &count), FRAMEWALK_ROOT);
            ck_assert_int_eq(count, room);
            ck_assert_int_eq(left_out, w->count - room);
            for (int k = 0; k < room; k++) {
                int from_end = k < room / 2 ? k : k + w->count - room;
                ck_assert_uint_eq(frames[k].method, w->frames[from_end].method);
            }
            ck_assert_uint_eq(frames[room].method, UINT64_C(0xeeeeeeeeeeeeeeee));
        }
    }
}
END_TEST

/* Of virtual threads that were thawed in part. */
START_TEST(frames_in_the_heap_are_where_they_would_be_on_the_stack) {
    read_file("walks-25-heap.bin");
    ck_assert_int_ge(walk_count, 1);
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        int64_t stack = memory.at.chunk_stack;
        int count, cut;
        ck_assert_int_eq(replay(w, STORED_WALK_FRAMES, &count), FRAMEWALK_ROOT);
        for (int k = 0; k < count; k++) ck_assert_int_ne(frames[k].type, FRAMEWALK_IN_HEAP);
        memory.at.chunk_stack = 0; /* a JVM that does not tell where they are */
        ck_assert_int_eq(replay(w, STORED_WALK_FRAMES, &cut), FRAMEWALK_HEAP);
        memory.at.chunk_stack = stack;
        ck_assert_int_lt(cut, count + 1);
        int heap = 0;
        while (frames[heap].type != FRAMEWALK_IN_HEAP) heap++;
        /* What is below is the same. */
        for (int k = heap + 1; k < cut; k++)
            ck_assert_uint_eq(frames[k].method, w->frames[count - cut + k].method);
    }
}
END_TEST

/* The chunk of the heap that the walk's virtual thread has last. */
static uint64_t chunk_of(const struct stored_walk *w) {
    uint64_t entry = memory_word(&memory, w->thread.java_thread + (uint64_t)memory.at.continuation);
    uint64_t first = memory_word(&memory, entry + WORD);
    bool on_stack = first >= w->registers.sp && first < w->thread.stack_end;
    uint64_t continuation =
        first && !on_stack ? first : memory_word(&memory, entry + 2 * (uint64_t)WORD);
    return references_object(&memory, continuation + (uint64_t)memory.at.last_chunk);
}

/* The two words of the last one are not of a frame more. */
START_TEST(frames_in_the_heap_end_two_words_before_its_bottom) {
    read_file("walks-25-heap.bin");
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        int count, none = 0;
        replayed = w;
        uint64_t chunk = chunk_of(w), at_bottom = chunk + (uint64_t)memory.at.chunk_bottom;
        int32_t sp = memory_int(&memory, chunk + (uint64_t)memory.at.chunk_sp);
        int32_t bottom = memory_int(&memory, at_bottom);
        ck_assert_int_gt(bottom, sp + 3);
        uint64_t of = at_bottom / WORD * WORD;
        unsigned shift = at_bottom % WORD * 8;
        uint64_t beside = memory_word(&memory, of) & ~(UINT64_C(0xFFFFFFFF) << shift);
        hidden = of;
        for (int32_t words = sp; words <= sp + 3; words++) {
            instead = beside | (uint64_t)(uint32_t)words << shift;
            replay(w, STORED_WALK_FRAMES, &count);
            if (words == sp) none = count;
            if (words < sp + 3) ck_assert_int_eq(count, none);
            else ck_assert_int_gt(count, none);
        }
        hidden = instead = 0;
    }
}
END_TEST

/* Of each walk every word is missing once: it ends, within its room, and what is called whole has
 * the frames that it had, but for those on top, of which another place may be thinkable. */
START_TEST(what_cannot_be_read_cuts_a_stack_and_is_no_caller) {
    read_file(files[_i]);
    int cut = 0, all = 0;
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        for (int k = 0; k < w->word_count; k++) {
            int count;
            hidden = w->words[k].address;
            enum framewalk_end came = replay(w, STORED_WALK_FRAMES, &count);
            ck_assert_int_ge(count, 0);
            ck_assert_int_le(count, STORED_WALK_FRAMES);
            all++;
            cut += came != w->end;
            /* The stack is there: of it every word can be read. */
            bool of_stack = hidden >= w->registers.sp && hidden < w->thread.stack_end;
            if (came != FRAMEWALK_ROOT || w->end != FRAMEWALK_ROOT || of_stack) continue;
            ck_assert_uint_eq(frames[count - 1].method, w->frames[w->count - 1].method);
        }
        hidden = 0;
    }
    ck_assert_int_gt(cut * 3, all);
}
END_TEST

/* A word that is a little or much more or less leads elsewhere: that it leads there, and no
 * further, is one number for all of a file. */
START_TEST(another_word_leads_where_it_ever_did) {
    static const uint64_t expected[FILES] = {0x09E36D6BD08BB42C, 0xA39FED408E40FB03,
                                             0x9E58261266E35092, 0xE123104F19F879A3,
                                             0x02F63C2181A28EF6};
    uint64_t sum = 0;
    read_file(files[_i]);
    for (int i = 0; i < walk_count; i++) {
        for (int k = 0; k < walks[i].word_count; k++) {
            uint64_t value = walks[i].words[k].value, one = UINT64_C(1) << (k % 7 * 8);
            const uint64_t others[] = {value + 1,   value - 1,   value + 8,        value - 8,
                                       value + one, value - one, value ^ one << 7, ~value};
            hidden = walks[i].words[k].address;
            for (size_t n = (size_t)k % 4; n < sizeof others / sizeof *others; n += 4) {
                int count;
                instead = others[n];
                enum framewalk_end came = replay(&walks[i], STORED_WALK_FRAMES, &count);
                ck_assert_int_le(count, STORED_WALK_FRAMES);
                sum = sum * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)came + 16 * (uint64_t)count;
                for (int f = 0; f < count; f++)
                    sum = sum * UINT64_C(0x9E3779B97F4A7C15) + frames[f].method +
                          (uint64_t)(frames[f].bci * 4) + frames[f].type;
            }
        }
    }
    hidden = instead = 0;
    ck_assert_msg(sum == expected[_i], "%s: 0x%016llX", files[_i], (unsigned long long)sum);
}
END_TEST

/* A thread that has noted where it left Java may stand a word before that, there, or behind it. */
START_TEST(what_was_noted_counts_up_to_where_the_thread_stands) {
    static const uint64_t expected[FILES] = {0x1C2CE914EED607E7, 0xAF59831C0B665E13,
                                             0x97015B1F47938C0A};
    uint64_t sum = 0;
    read_file(files[_i]);
    for (int i = 0; i < walk_count; i++) {
        struct stored_walk w = walks[i];
        replayed = &w;
        uint64_t noted = memory_word(&memory, w.thread.java_thread + (uint64_t)memory.at.thread_sp);
        if (!noted) continue;
        for (uint64_t sp = noted - WORD; sp <= noted + WORD; sp += WORD) {
            int count;
            w.registers.sp = sp;
            enum framewalk_end came = replay(&w, STORED_WALK_FRAMES, &count);
            sum = sum * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)came + 16 * (uint64_t)count;
            for (int k = 0; k < count; k++)
                sum = sum * UINT64_C(0x9E3779B97F4A7C15) + frames[k].method;
        }
    }
    ck_assert_msg(sum == expected[_i], "%s: 0x%016llX", files[_i], (unsigned long long)sum);
}
END_TEST

/* The file is of use if it has them. */
START_TEST(all_kinds_of_frames_and_of_places_are_stored) {
    unsigned types = 0, kinds = 0, states = 0, ends = 0;
    for (int f = 0; f < FILES; f++) {
        read_file(files[f]);
        for (int i = 0; i < walk_count; i++) {
            const struct stored_walk *w = &walks[i];
            struct codeblob blob;
            replayed = w;
            ends |= 1u << w->end;
            for (int k = 0; k < w->count; k++) types |= 1u << w->frames[k].type;
            if (!codeblobs_find(&memory, w->registers.pc, &blob)) continue;
            kinds |= 1u << blob.kind;
            if (blob.kind == CODEBLOB_COMPILED)
                states |= 1u << prologue_at(&memory, &blob, w->registers.pc);
        }
    }
    ck_assert_uint_eq(types, 1u << FRAMEWALK_INTERPRETED | 1u << FRAMEWALK_COMPILED |
                                 1u << FRAMEWALK_INLINED | 1u << FRAMEWALK_NATIVE |
                                 1u << FRAMEWALK_IN_HEAP);
    ck_assert_uint_eq(kinds & 1u << CODEBLOB_STUB, 1u << CODEBLOB_STUB);
    ck_assert_uint_eq(kinds & 1u << CODEBLOB_UPCALL, 1u << CODEBLOB_UPCALL);
    ck_assert_uint_eq(kinds & 1u << CODEBLOB_INTERPRETER, 1u << CODEBLOB_INTERPRETER);
    ck_assert_uint_eq(states & 1u << PROLOGUE_WHOLE, 1u << PROLOGUE_WHOLE);
    ck_assert_uint_eq(states & 1u << PROLOGUE_NO_FRAME, 1u << PROLOGUE_NO_FRAME);
    ck_assert_uint_eq(states & 1u << PROLOGUE_GONE, 1u << PROLOGUE_GONE);
    ck_assert_uint_eq(ends & 1u << FRAMEWALK_HEAP, 1u << FRAMEWALK_HEAP);
}
END_TEST

/* ---- Callers --------------------------------------------------------------------------------- */

/* Each frame but the top one is at a bytecode that calls; one byte further it is not, or calls
 * something else. */
/* Words from 8 on. */
static uint64_t made[8];

static uint64_t load_made(const struct memory *m, uint64_t address) {
    (void)m;
    return address < 8 + sizeof made ? made[address / 8 - 1] : 0;
}

static const struct reference_case {
    struct layout layout;
    uint64_t word, mark, wanted; /* of the reference at 8; the first word at 24 */
} references[] = {
    {{.narrow_oops = 0}, 24, 0, 24},
    {{.narrow_oops = 0}, 0, 0, 0},
    {{.narrow_oops = 1, .oop_shift = 3}, UINT64_C(0x500000003), 0, 24}, /* of the first half */
    {{.narrow_oops = 1, .oop_shift = 3, .oop_base = 1 << 20}, 3, 0, (1 << 20) + 24},
    {{.narrow_oops = 1, .oop_shift = 3, .oop_base = 1 << 20}, 0, 0, 0},
    /* moved; locked, unlocked, with a monitor */
    {{.narrow_oops = 0}, 24, 4096 + 3, 4096},
    {{.narrow_oops = 0}, 24, 4096, 24},
    {{.narrow_oops = 0}, 24, 4096 + 1, 24},
    {{.narrow_oops = 0}, 24, 4096 + 2, 24},
    /* the bits at 32, the shift at 40: 0xf0 are bad, 13 are colour */
    {{.bad_bits = 32, .colour_bits = 40}, 24 << 13 | 0x100, 0, 24},
    {{.bad_bits = 32, .colour_bits = 40}, 24 << 13 | 0x110, 0, 0},
    {{.bad_bits = 32, .colour_bits = 40}, 24 << 13 | 0x180, 0, 0},
    {{.bad_bits = 32, .colour_bits = 40}, 24 << 13 | 0x100, 4096 + 3, 4096},
    {{.bad_bits = 32, .colour_bits = 48}, UINT64_C(24) << 32, 0, 24}, /* the shift there is 32 */
    {{.bad_bits = 32, .colour_bits = 56}, UINT64_C(24) << 33, 0, 0},  /* ... 33: it is none */
    {{.bad_bits = 32}, 24, 0, 24},                                    /* not known */
};

START_TEST(a_reference_leads_to_its_object_however_the_collector_keeps_it) {
    const struct reference_case *c = &references[_i];
    struct memory words = {load_made, c->layout};
    memset(made, 0, sizeof made);
    made[0] = c->word;
    made[2] = c->mark;
    made[3] = 0xf0, made[4] = 13, made[5] = 32, made[6] = 33;
    ck_assert_uint_eq(references_object(&words, 8), c->wanted);
}
END_TEST

START_TEST(a_caller_is_at_a_bytecode_that_calls_the_one_above) {
    read_file(files[_i]);
    int asked = 0;
    for (int i = 0; i < walk_count; i++) {
        const struct stored_walk *w = &walks[i];
        replayed = w;
        for (int k = 1; k < w->count; k++) {
            struct scope caller = {w->frames[k].method, w->frames[k].bci};
            if (w->frames[k].type == FRAMEWALK_NATIVE || caller.bci < 0) continue;
            bool calls = scopes_calls(&memory, caller, 0);
            if (!calls) continue; /* the JVM called that by itself, or it was not looked at */
            asked++;
            ck_assert(!scopes_calls(&memory, (struct scope){caller.method, -1}, 0));
            ck_assert(!scopes_calls(&memory, (struct scope){caller.method, 1 << 16}, 0));
        }
    }
    ck_assert_int_gt(asked, 3);
}
END_TEST

/* The JVM's own bytecodes in the place of a call, and of what calls nothing: a field's, a load. */
START_TEST(bytecodes_of_the_jvm_call_if_they_stand_for_calls) {
    static const struct {
        uint8_t byte;
        bool calls;
    } of_the_jvm[] = {{0xca, true},  {0xe3, true},  {0xe9, true},  {0xb5, false}, {0xcb, false},
                      {0xd3, false}, {0xdc, false}, {0xe2, false}, {0xe4, false}, {0xea, false}};
    read_file(files[_i]);
    for (int i = 0; i < walk_count; i++) {
        replayed = &walks[i];
        for (int k = 1; k < replayed->count; k++) {
            struct scope caller = {replayed->frames[k].method, replayed->frames[k].bci};
            if (caller.bci < 0 || !scopes_calls(&memory, caller, 0)) continue;
            uint64_t code = memory_word(&memory, field(caller.method, memory.at.const_method));
            uint64_t byte = field(code, memory.at.const_method_size) + (uint64_t)caller.bci;
            uint64_t word = byte - byte % WORD, there = memory_word(&memory, word);
            unsigned shift = (unsigned)(byte % WORD) * 8;
            if (memory_byte(&memory, byte) < 0xb6) continue; /* native */
            for (size_t b = 0; b < sizeof of_the_jvm / sizeof *of_the_jvm; b++) {
                hidden = word;
                instead = (there & ~(UINT64_C(0xff) << shift)) | (uint64_t)of_the_jvm[b].byte
                                                                     << shift;
                ck_assert_msg(scopes_calls(&memory, caller, 0) == of_the_jvm[b].calls, "%#x",
                              of_the_jvm[b].byte);
                hidden = 0;
            }
        }
    }
}
END_TEST

START_TEST(an_address_that_is_no_method_has_no_id_and_no_bytecode) {
    read_file(files[_i]);
    for (int i = 0; i < walk_count; i++) {
        replayed = &walks[i];
        uint64_t sp = walks[i].registers.sp;
        ck_assert_uint_eq(scopes_method_id(&memory, sp), 0);
        ck_assert_uint_eq(scopes_method_id(&memory, 0), 0);
        ck_assert_int_eq(scopes_bci(&memory, sp, sp), -2);
        ck_assert_int_eq(scopes_bci(&memory, 0, sp), -2);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("framewalk");
    TCase *cases = tcase_create("framewalk");
    tcase_add_loop_test(cases, stored_walks_come_out_as_they_did_in_the_jvm, 0, FILES);
    tcase_add_loop_test(cases, of_a_stack_with_more_frames_than_room_both_ends_are_there, 0, FILES);
    tcase_add_test(cases, frames_in_the_heap_are_where_they_would_be_on_the_stack);
    tcase_add_test(cases, frames_in_the_heap_end_two_words_before_its_bottom);
    tcase_add_loop_test(cases, what_cannot_be_read_cuts_a_stack_and_is_no_caller, 0, FILES);
    tcase_add_loop_test(cases, another_word_leads_where_it_ever_did, 0, FILES);
    tcase_add_loop_test(cases, what_was_noted_counts_up_to_where_the_thread_stands, 0, FILES);
    tcase_add_test(cases, all_kinds_of_frames_and_of_places_are_stored);
    tcase_add_loop_test(cases, a_reference_leads_to_its_object_however_the_collector_keeps_it, 0,
                        sizeof references / sizeof *references);
    tcase_add_loop_test(cases, a_caller_is_at_a_bytecode_that_calls_the_one_above, 0, FILES);
    tcase_add_loop_test(cases, bytecodes_of_the_jvm_call_if_they_stand_for_calls, 0, FILES);
    tcase_add_loop_test(cases, an_address_that_is_no_method_has_no_id_and_no_bytecode, 0, FILES);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
