/* Memory that is not there is 0 and no fault; other faults are others'. */
#define SUITE_APART
#include "agent/jvm/guard.h"
#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* AddressSanitizer has a handler of its own, which ends the process in its way. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

static uint64_t *page_and_none; /* a page, and behind it one that is not there */
static size_t words;            /* in the page */

static void open_guard(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    words = page / WORD;
    page_and_none =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(page_and_none != MAP_FAILED);
    mprotect((char *)page_and_none + page, page, PROT_NONE);
    for (size_t i = 0; i < words; i++) page_and_none[i] = UINT64_C(0x8877665544332211) + i;
    ck_assert(guard_open());
    ck_assert(guard_open()); /* again does no harm */
}

START_TEST(a_word_that_is_not_there_is_0) {
    open_guard();
    uint64_t at = (uint64_t)(uintptr_t)page_and_none, end = at + words * WORD;
    ck_assert_uint_eq(memory_word(&guard_memory, at), page_and_none[0]);
    ck_assert_uint_eq(memory_word(&guard_memory, end - WORD), page_and_none[words - 1]);
    ck_assert_uint_eq(memory_word(&guard_memory, end), 0);
    ck_assert_uint_eq(memory_word(&guard_memory, 0), 0);
    ck_assert_uint_eq(memory_word(&guard_memory, WORD), 0);
    ck_assert_uint_eq(memory_word(&guard_memory, UINT64_C(0x1234567812345678)), 0);
    for (uint64_t i = 1; i < WORD; i++) ck_assert_uint_eq(memory_word(&guard_memory, at + i), 0);
}
END_TEST

START_TEST(a_number_may_cross_two_words) {
    open_guard();
    uint64_t at = (uint64_t)(uintptr_t)page_and_none, end = at + words * WORD;
    ck_assert_uint_eq(memory_byte(&guard_memory, at), 0x11);
    ck_assert_uint_eq(memory_byte(&guard_memory, at + 7), 0x88);
    ck_assert_uint_eq(memory_number(&guard_memory, at + 6, 4), 0x22128877);
    ck_assert_uint_eq(memory_number(&guard_memory, at + 7, 8), UINT64_C(0x7766554433221288));
    ck_assert_uint_eq(memory_number(&guard_memory, at, 8), page_and_none[0]);
    ck_assert_int_eq(memory_int(&guard_memory, at + 4), (int32_t)0x88776655);
    /* What there is of one whose end is not there. */
    ck_assert_uint_eq(memory_number(&guard_memory, end - 2, 4), page_and_none[words - 1] >> 48);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
static void store(void *to) {
    *(volatile uint64_t *)to = 1;
}

START_TEST(a_fault_of_others_is_a_fault) {
    open_guard();
    store(page_and_none + words);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("guard");
    TCase *cases = tcase_create("guard");
    tcase_add_test(cases, a_word_that_is_not_there_is_0);
    tcase_add_test(cases, a_number_may_cross_two_words);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test_raise_signal(cases, a_fault_of_others_is_a_fault, SIGSEGV);
#endif
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
