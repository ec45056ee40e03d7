/* Which of the JVM's tables a walk of its frames needs, and what it makes of them: each place of
 * them is missing once, or at 0. */
#define SUITE_APART
#include "agent/jvm/layout.h"
#include "agent/jvm/vmstructs.h"
#include "tests/support/fake_libjvm.h"
#include "tests/support/suite.h"

#include <check.h>
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct place {
    size_t at; /* in the layout */
    enum { FIELD, STATIC, SIZE } kind;
    enum { PERHAPS, NEEDED } needed;
    const char *type, *field;
} places[] = {
#define PLACE(name, ...) {offsetof(struct layout, name), __VA_ARGS__},
    LAYOUT(PLACE, PLACE, LAYOUT_NONE)};
enum { PLACES = sizeof places / sizeof *places };

/* As HotSpot lays them out. */
static struct field_row {
    const char *type, *field, *field_type;
    int32_t is_static;
    uint64_t offset;
    const void *address;
} fields[PLACES + 2];
static struct type_row {
    const char *name, *super;
    int32_t is_oop, is_integer, is_unsigned;
    uint64_t size;
} types[PLACES + 1];
static const struct constant_row {
    const char *name;
    int32_t value;
} constants[] = {{NULL}};
static int32_t release = 17;
static bool missing[PLACES];
static size_t at_0 = SIZE_MAX; /* the offset of this place, or the size */
static struct layout layout;

static int64_t offset_of(size_t place) {
    return place == at_0 ? 0 : (int64_t)(1000 + 8 * place);
}

static void set(void *library, const char *name, const void *value) {
    const void **variable = dlsym(library, name);
    ck_assert_ptr_nonnull(variable);
    *variable = value;
}

static void load_jvm(void) {
    void *library = fake_libjvm();
    set(library, "gHotSpotVMStructs", fields);
    set(library, "gHotSpotVMStructEntryArrayStride", (const void *)sizeof *fields);
    set(library, "gHotSpotVMIntConstants", constants);
    set(library, "gHotSpotVMIntConstantEntryArrayStride", (const void *)sizeof *constants);
    set(library, "gHotSpotVMTypes", types);
    set(library, "gHotSpotVMTypeEntryArrayStride", (const void *)sizeof *types);
}

static bool open_jvm(void) {
    size_t field = 0, type = 0;
    memset(fields, 0, sizeof fields);
    memset(types, 0, sizeof types);
    fields[field++] =
        (struct field_row){"Abstract_VM_Version", "_vm_major_version", "int", 1, 0, &release};
    for (size_t i = 0; i < PLACES; i++) {
        const struct place *p = &places[i];
        if (missing[i]) continue;
        uint64_t number = (uint64_t)offset_of(i);
        if (p->kind == SIZE) types[type++] = (struct type_row){p->type, .size = number};
        else
            fields[field++] =
                (struct field_row){p->type, p->field, "x", p->kind == STATIC, number, &places[i]};
    }
    vmstructs_open();
    return layout_open(&layout);
}

static size_t place_at(size_t at) {
    size_t i = 0;
    while (places[i].at != at) i++;
    return i;
}
#define PLACE_OF(name) place_at(offsetof(struct layout, name))

static bool has_all(const size_t *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (missing[of[i]]) return false;
    return true;
}

/* By what layout.h says: what is needed, or its other place; tables in the blob or beside it. */
static bool expected(void) {
    const size_t in_blob[] = {PLACE_OF(pcs_end_offset), PLACE_OF(scopes), PLACE_OF(blob_code),
                              PLACE_OF(deopt)},
                 beside[] = {PLACE_OF(immutable),        PLACE_OF(scopes_there),
                             PLACE_OF(mutable_data),     PLACE_OF(relocation_size),
                             PLACE_OF(blob_code_offset), PLACE_OF(deopt_offset)};
    for (size_t i = 0; i < PLACES; i++) {
        bool other = i && places[i - 1].at == places[i].at && !missing[i - 1];
        if (places[i].needed && missing[i] && !other) return false;
    }
    return missing[PLACE_OF(metadata_offset)] ? has_all(beside, sizeof beside / sizeof *beside)
                                              : has_all(in_blob, sizeof in_blob / sizeof *in_blob);
}

START_TEST(tables_are_enough_if_they_have_what_is_needed_in_one_of_two_places) {
    size_t metadata = PLACE_OF(metadata_offset);
    load_jvm();
    for (int newer = 0; newer < 2; newer++) {
        for (size_t i = 0; i < PLACES; i++) {
            for (size_t k = i; k < PLACES; k += k == i ? 1 : 5) {
                memset(missing, 0, sizeof missing);
                missing[metadata] = newer;
                missing[i] = missing[k] = true;
                ck_assert_msg(open_jvm() == expected(), "without %s, %s", places[i].type,
                              places[k].type);
            }
        }
        memset(missing, 0, sizeof missing);
        missing[metadata] = newer;
        for (at_0 = 0; at_0 < PLACES; at_0++)
            if (places[at_0].kind == FIELD) ck_assert_msg(open_jvm(), "%zu at 0", at_0);
        ck_assert(open_jvm());
        ck_assert_int_eq(layout.immutable, newer ? offset_of(PLACE_OF(immutable)) : -1);
        release = 0;
        ck_assert(!open_jvm());
        release = 17;
    }
}
END_TEST

START_TEST(what_is_made_of_others_is_their_sum) {
    int64_t thread = offset_of(PLACE_OF(thread_sp)), wrapper = offset_of(PLACE_OF(wrapper_sp)),
            sp = offset_of(PLACE_OF(anchor_sp)), pc = offset_of(PLACE_OF(anchor_pc)),
            fp = offset_of(PLACE_OF(anchor_fp));
    load_jvm();
    for (release = 19; release <= 20; release++) {
        missing[PLACE_OF(blob_code_offset)] = release == 20;
        ck_assert(open_jvm());
        ck_assert_int_eq(layout.thread_sp, thread + sp);
        ck_assert_int_eq(layout.thread_pc, thread + pc);
        ck_assert_int_eq(layout.thread_fp, thread + fp);
        ck_assert_int_eq(layout.wrapper_sp, wrapper + sp);
        ck_assert_int_eq(layout.wrapper_pc, wrapper + pc);
        ck_assert_int_eq(layout.wrapper_fp, wrapper + fp);
        ck_assert_int_eq(layout.pcs_there, offset_of(PLACE_OF(pcs_offset)));
        ck_assert_int_eq(layout.scope_base, release == 20);
        ck_assert_int_eq(layout.blob_complete_size, release == 20 ? 4 : 2);
        ck_assert_int_eq(layout.pc_size, offset_of(PLACE_OF(pc_size)));
    }
    at_0 = PLACE_OF(blob_code_offset);
    missing[at_0] = false;
    ck_assert(open_jvm());
    ck_assert_int_eq(layout.blob_complete_size, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("layout");
    TCase *cases = tcase_create("layout");
    tcase_add_test(cases, tables_are_enough_if_they_have_what_is_needed_in_one_of_two_places);
    tcase_add_test(cases, what_is_made_of_others_is_their_sum);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
