/* Names of frames in documents: what of them is a class, or the library that a recording has in its
 * place. */
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *name, *class_name, *method;
} names[] = {
    {"app.Shop.price", "app.Shop", "price"},
    {"app.Shop.<init>", "app.Shop", "<init>"},
    {"libjvm.so.GangWorker::loop", "libjvm.so", "GangWorker::loop"},
    {"libjvm.so.void Closure<narrowOop>::do.it", "libjvm.so", "void Closure<narrowOop>::do.it"},
    {"libc.so.6.__read", "libc.so.6", "__read"},
    {"/lib/libc-2.31.so.__read", "/lib/libc-2.31.so", "__read"},
    {"libz.1.dylib.inflate@plt", "libz.1.dylib", "inflate@plt"},
    {"/opt/jdk.17/lib/libzip.so.inflate", "/opt/jdk.17/lib/libzip.so", "inflate"},
    {"/tmp/snappy-1.1.8-libsnappyjava.so", "", "/tmp/snappy-1.1.8-libsnappyjava.so"},
    {"libc-2.31.so", "", "libc-2.31.so"},
    {"libc.so.6", "", "libc.so.6"},
    {"lib.Shop.so", "lib.Shop", "so"}, /* Java */
    {"library.so", "", "library.so"},
    {"app.so.Shop.price", "app.so.Shop", "price"},
    {"libs.some.Shop.price", "libs.some.Shop", "price"},
    {"jfragent.[unknown Java]", "jfragent", "[unknown Java]"},
    {"std::vector<a.b>::at", "", "std::vector<a.b>::at"},
};

START_TEST(a_name_is_taken_apart_as_recordings_have_it) {
    char told[200];
    snprintf(told, sizeof told, "app.Main.main;%s 3\n", names[_i].name);
    struct reading reading = reading_of_bytes(told, strlen(told), NULL);
    const struct profile *profile = &reading.samples->profile;
    bool found = false;
    for (size_t i = 0; i < profile->frames.rows.len; i++) {
        const struct frame *frame = &profile->frames.rows.items[i];
        const struct strings *strings = &profile->frames.strings;
        const char *method = strings_get(strings, frame->method);
        if (strcmp(method, "main") == 0) continue;
        ck_assert_str_eq(strings_get(strings, frame->class_name), names[_i].class_name);
        ck_assert_str_eq(method, names[_i].method);
        found = true;
    }
    ck_assert(found);
    reading_release(&reading);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("document names");
    TCase *tcase = tcase_create("document names");
    tcase_add_loop_test(tcase, a_name_is_taken_apart_as_recordings_have_it, 0,
                        (int)(sizeof names / sizeof *names));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
