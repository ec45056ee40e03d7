/* SHA-256 against the standard's examples and against sha256sum. */
#include "base/sha256.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void hex(const void *bytes, size_t len, char out[65]) {
    uint8_t digest[32];
    sha256(bytes, len, digest);
    for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

START_TEST(examples_of_the_standard_have_their_digests) {
    static const char *const known[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    char found[65];
    for (size_t i = 0; i < 3; i++) {
        hex(known[i][0], strlen(known[i][0]), found);
        ck_assert_str_eq(found, known[i][1]);
    }
}
END_TEST

START_TEST(every_length_around_a_block_is_as_sha256sum_has_it) {
    char bytes[200], found[65], expected[65], command[300], path[] = "/tmp/jfrtool-sha.XXXXXX";
    int fd = mkstemp(path);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7);
    for (size_t len = 54; len < 130; len += len % 64 < 54 && len % 64 > 1 ? 17 : 1) {
        ck_assert_int_eq(ftruncate(fd, 0), 0);
        ck_assert_int_eq(pwrite(fd, bytes, len, 0), (ssize_t)len);
        snprintf(command, sizeof command, "sha256sum < %s", path);
        FILE *sum = popen(command, "r");
        ck_assert_int_eq(fscanf(sum, "%64s", expected), 1);
        pclose(sum);
        hex(bytes, len, found);
        ck_assert_str_eq(found, expected);
    }
    close(fd);
    unlink(path);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sha256");
    TCase *cases = tcase_create("sha256");
    tcase_add_test(cases, examples_of_the_standard_have_their_digests);
    tcase_add_test(cases, every_length_around_a_block_is_as_sha256sum_has_it);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
