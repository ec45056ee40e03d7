/* How much there is of a compiled method's frame, at each instruction of beginnings and ends as the
 * compilers make them, on both processors. */
#include "agent/jvm/prologue.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

enum { CODE = 0x1000, SIZE = 256 };
static uint8_t bytes[SIZE];

static uint64_t load(const struct memory *memory, uint64_t address) {
    (void)memory;
    uint64_t value = 0;
    if (address >= CODE && address + WORD <= CODE + SIZE)
        memcpy(&value, bytes + (address - CODE), WORD);
    return value;
}
static struct memory memory = {load};

static void put(size_t at, const void *code, size_t size) {
    memset(bytes, 0x90, sizeof bytes);
    memcpy(bytes + at, code, size);
}

static char letter_at(uint64_t pc, uint64_t complete, uint64_t frame) {
    const struct codeblob blob = {.code = CODE, .frame_size = frame, .complete = complete};
    return "NPRWGL"[prologue_at(&memory, &blob, pc)];
}

/* One letter for each instruction: No frame, Pointer pushed, Room, Whole, Gone, pointer Left. */
static const struct x86 {
    const char *what;
    size_t size, lengths[8]; /* of the instructions; the frame is whole behind the last of them */
    uint8_t code[48];
    const char *wanted;
} beginnings[] = {
    {"push, sub", 5, {1, 4}, {0x55, 0x48, 0x83, 0xec, 0x20}, "NP"},
    {"push, mov, sub", 8, {1, 3, 4}, {0x55, 0x48, 0x8b, 0xec, 0x48, 0x83, 0xec, 0x20}, "NPP"},
    {"push, the other mov, sub",
     8,
     {1, 3, 4},
     {0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x20},
     "NPP"},
    {"touch the stack, push, sub of 32 bits",
     15,
     {7, 1, 7},
     {0x89, 0x84, 0x24, 0x00, 0xc0, 0xfe, 0xff, 0x55, 0x48, 0x81, 0xec, 0x00, 0x01, 0, 0},
     "NNP"},
    {"sub, mov [rsp + 8 bits], rbp",
     9,
     {4, 5},
     {0x48, 0x83, 0xec, 0x18, 0x48, 0x89, 0x6c, 0x24, 0x10},
     "NR"},
    {"sub, mov [rsp + 32 bits], rbp",
     15,
     {7, 8},
     {0x48, 0x81, 0xec, 0x00, 0x01, 0, 0, 0x48, 0x89, 0xac, 0x24, 0xf0, 0, 0, 0},
     "NR"},
    {"push, sub, barrier",
     19,
     {1, 4, 8, 6},
     {0x55, 0x48, 0x83, 0xec, 0x20, 0x41, 0x81, 0x7f, 0x20, 1, 0, 0, 0, 0x0f, 0x85, 0, 0, 0, 0},
     "NPWW"},
};

START_TEST(a_frame_is_made_instruction_by_instruction) {
    const struct x86 *row = &beginnings[_i];
    memory.at = (struct layout){0};
    put(64, row->code, row->size);
    uint64_t pc = CODE + 64, complete = pc + row->size;
    for (size_t i = 0; row->wanted[i]; i++) {
        ck_assert_msg(letter_at(pc, complete, 64) == row->wanted[i], "%s, instruction %zu is %c",
                      row->what, i, letter_at(pc, complete, 64));
        pc += row->lengths[i];
    }
    ck_assert_uint_eq(pc, complete);
    ck_assert_int_eq(letter_at(pc, complete, 64), 'W');
    /* Of what has no room for more than the return address and a pointer there is none yet. */
    ck_assert_int_eq(letter_at(CODE + 64 + row->lengths[0], complete, 16), 'N');
    /* The check of the class is far before. */
    ck_assert_int_eq(letter_at(CODE + 64 + row->size - 97, complete, 64), 'N');
}
END_TEST

static const struct x86 ends[] = {
    {"add, pop, poll, jump, ret",
     16,
     {4, 1, 4, 6, 1},
     {0x48, 0x83, 0xc4, 0x20, 0x5d, 0x49, 0x3b, 0x67, 0x28, 0x0f, 0x87, 1, 2, 3, 4, 0xc3},
     "WLGGG"},
    {"poll by 32 bits",
     19,
     {4, 1, 7, 6, 1},
     {0x48, 0x83, 0xc4, 0x20, 0x5d, 0x49, 0x3b, 0xa7, 0x48, 4, 0, 0, 0x0f, 0x87, 1, 2, 3, 4, 0xc3},
     "WLGGG"},
    {"add, pop, ret", 6, {4, 1, 1}, {0x48, 0x83, 0xc4, 0x20, 0x5d, 0xc3}, "WLG"},
    {"of JDK 11",
     16,
     {4, 1, 7, 4},
     {0x48, 0x83, 0xc4, 0x20, 0x5d, 0x4d, 0x8b, 0x97, 0x08, 1, 0, 0, 0x41, 0x85, 0x02, 0xc3},
     "WLGG"},
    {"of JDK 11, one page",
     12,
     {4, 1, 6, 1},
     {0x48, 0x83, 0xc4, 0x20, 0x5d, 0x85, 0x05, 1, 2, 3, 4, 0xc3},
     "WLGG"},
    {"a jump that is none of a poll", 6, {6}, {0x0f, 0x87, 1, 2, 3, 4}, "W"},
};

START_TEST(a_frame_goes_at_the_end) {
    const struct x86 *row = &ends[_i];
    memory.at = (struct layout){0};
    put(64, row->code, row->size);
    uint64_t pc = CODE + 64;
    for (size_t i = 0; row->wanted[i]; i++) {
        ck_assert_msg(letter_at(pc, CODE + 32, 64) == row->wanted[i], "%s, instruction %zu is %c",
                      row->what, i, letter_at(pc, CODE + 32, 64));
        pc += row->lengths[i];
    }
}
END_TEST

/* ---- aarch64 --------------------------------------------------------------------------------- */

static const struct arm {
    const char *what;
    uint32_t code[6];
    const char *wanted;
    bool end;
} arms[] = {
    {"sub, stp", {0xd10083ff, 0xa9017bfd}, "NR", false},
    {"stp with !, sub", {0xa9bf7bfd, 0xd10083ff}, "NP", false},
    {"stp with !, mov, sub", {0xa9bf7bfd, 0x910003fd, 0xd10083ff}, "NPP", false},
    {"sub, stp, barrier", {0xd10083ff, 0xa9017bfd, 0xb9402388, 0x54000001}, "NRWW", false},
    {"ldp, add, ret", {0xa9417bfd, 0x910083ff, 0xd65f03c0}, "WWG", true},
    {"ldp, add, poll, ret",
     {0xa9417bfd, 0x910083ff, 0xf9400388, 0xeb2863ff, 0x54000048, 0xd65f03c0},
     "WWGGGG",
     true},
    {"a call on the way", {0x94000001, 0xd65f03c0}, "WG", true},
};

START_TEST(the_same_of_aarch64) {
    const struct arm *row = &arms[_i];
    size_t count = strlen(row->wanted);
    memory.at = (struct layout){.link_register = 1};
    put(64, row->code, count * 4);
    for (size_t i = 0; i < count; i++) {
        uint64_t complete = row->end ? CODE + 32 : CODE + 64 + count * 4;
        char found = letter_at(CODE + 64 + i * 4, complete, 64);
        ck_assert_msg(found == row->wanted[i], "%s, instruction %zu is %c", row->what, i, found);
    }
}
END_TEST

/* ---- Calls ----------------------------------------------------------------------------------- */

static const struct call {
    const char *what;
    size_t size;
    uint8_t code[13];
    bool is_call, arm;
    uint64_t target;
} calls[] = {
    {"call rel32", 5, {0xe8, 0x10, 0, 0, 0}, true, false, CODE + 64 + 0x10},
    {"call back", 5, {0xe8, 0xf0, 0xff, 0xff, 0xff}, true, false, CODE + 64 - 0x10},
    {"call rax", 2, {0xff, 0xd0}, true, false, 0},
    {"call [rax + 8 bits]", 3, {0xff, 0x50, 0x10}, true, false, 0},
    {"call [rax + 32 bits]", 6, {0xff, 0x90, 0, 1, 0, 0}, true, false, 0},
    {"mov r10, address; call r10",
     13,
     {0x49, 0xba, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xd2},
     true,
     false,
     0x1234},
    {"mov r11, address; call r10",
     13,
     {0x49, 0xbb, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xd2},
     true,
     false,
     0},
    {"jmp rax", 2, {0xff, 0xe0}, false, false, 0},
    {"jmp rel32", 5, {0xe9, 0x10, 0, 0, 0}, false, false, 0},
    {"bl", 4, {0x04, 0, 0, 0x94}, true, true, CODE + 60 + 16},
    {"bl back", 4, {0xfc, 0xff, 0xff, 0x97}, true, true, CODE + 60 - 16},
    {"blr x8", 4, {0x00, 0x01, 0x3f, 0xd6}, true, true, 0},
    {"br x8", 4, {0x00, 0x01, 0x1f, 0xd6}, false, true, 0},
};

START_TEST(a_call_tells_where_it_leads_if_the_code_does) {
    const struct call *row = &calls[_i];
    uint64_t target = 99;
    memory.at = (struct layout){.link_register = row->arm};
    put(64 - row->size, row->code, row->size);
    ck_assert_int_eq(prologue_is_call(&memory, CODE + 64, &target), row->is_call);
    ck_assert_uint_eq(target, row->target);
}
END_TEST

/* ---- Any code -------------------------------------------------------------------------------- */

/* What is found at each byte of the code, whichever byte of it is any other: one number for all. */
static uint64_t sum_of(const void *code, size_t size, uint64_t complete, uint64_t sum) {
    uint64_t target = 0;
    put(64, code, size);
    for (size_t i = 63; i < 64 + size; i++) {
        uint8_t before = bytes[i];
        for (int other = 0; other < 256; other++) {
            bytes[i] = (uint8_t)other;
            for (uint64_t pc = CODE + 62; pc <= CODE + 65 + size; pc++) {
                bool called = prologue_is_call(&memory, pc, &target);
                sum = sum * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)letter_at(pc, complete, 32) +
                      256 * called + (called ? target : 0);
            }
        }
        bytes[i] = before;
    }
    return sum;
}

START_TEST(other_code_is_what_it_ever_was) {
    uint64_t sum = 0;
    memory.at = (struct layout){0};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        sum = sum_of(beginnings[i].code, beginnings[i].size, CODE + 64 + beginnings[i].size, sum);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sum = sum_of(ends[i].code, ends[i].size, CODE + 32, sum);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!calls[i].arm) sum = sum_of(calls[i].code, calls[i].size, CODE + 64, sum);
    memory.at.link_register = 1;
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++)
        sum = sum_of(arms[i].code, 4 * strlen(arms[i].wanted),
                     arms[i].end ? CODE + 32 : CODE + 64 + 4 * strlen(arms[i].wanted), sum);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].arm) sum = sum_of(calls[i].code, calls[i].size, CODE + 64, sum);
    ck_assert_msg(sum == 0x66E9A9AEFECA52BE, "0x%016llX", (unsigned long long)sum);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("prologue");
    TCase *cases = tcase_create("prologue");
    tcase_add_loop_test(cases, a_frame_is_made_instruction_by_instruction, 0,
                        sizeof beginnings / sizeof *beginnings);
    tcase_add_loop_test(cases, a_frame_goes_at_the_end, 0, sizeof ends / sizeof *ends);
    tcase_add_loop_test(cases, the_same_of_aarch64, 0, sizeof arms / sizeof *arms);
    tcase_add_loop_test(cases, a_call_tells_where_it_leads_if_the_code_does, 0,
                        sizeof calls / sizeof *calls);
    tcase_add_test(cases, other_code_is_what_it_ever_was);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
