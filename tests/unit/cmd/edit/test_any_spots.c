/* Which names of people and machines are found in texts of which one byte is another or the end is
 * missing: see tests/support/anywhere.h. */
#include "cmd/edit/spots.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <check.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const texts[] = {
    "joe.doe+x@mail.corp.net, <ann@host-1.example.com>; no@place @ a@b",
    "10.1.2.3:8080 fd00::12:1 [2001:db8::1]:443 ::ffff:10.0.0.1 1.2.3.4.5 fe80::1%eth0",
    "/home/joe/x:/Users/ann/y:C:\\Users\\bob\\z:/export/home/eve /var/home/x file:///home/u",
    "https://joe:pw@db.corp.net:3306/shop?user=joe&host=crate jdbc:h2:tcp://srv/~/x",
    "-Duser.name=joe -Dhost=a.b -u root --user=ann USER=x HOSTNAME=crate-7 user: eve, host = h",
    "ssh joe@crate uname=Linux crate 6.1 logged in as ann from 192.168.0.7 (uid=1000)",
};

static void add_spot(void *context, enum personal_kind kind, size_t from, size_t len, bool sure) {
    text_addf((struct text *)context, "%d %zu %zu %d\n", (int)kind, from, len, sure);
}

static enum personal_place place;

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    const char *text = (const char *)bytes;
    spots_find(place, text, len, add_spot, out);
    for (int kind = 0; kind < PERSONAL_KINDS; kind++)
        text_addf(out, "%d", spot_is_nobody((enum personal_kind)kind, text, len));
    text_addf(out, "%d\n", spot_is_word(text, len));
}

static const char *const nobodies[] = {"localhost",
                                       "root",
                                       "user-1",
                                       "host-12",
                                       "person-1@example.com",
                                       "192.0.2.1",
                                       "2001:db8::1",
                                       "host-1.example.com",
                                       "0.0.0.0",
                                       "127.0.0.1",
                                       "main",
                                       "match-1"};

static const struct {
    const char *name, *const *texts;
    size_t count;
    const char *signs;
    enum personal_place place;
    uint64_t expected;
} groups[] = {
    {"text", texts, COUNT(texts), ".@:/", PERSONAL_TEXT, 0x13E4EBC6B5540C70},
    {"text again", texts, COUNT(texts), "= -\\", PERSONAL_TEXT, 0xB4F277A5923AC6D0},
    {"code", texts, COUNT(texts), ".@:/", PERSONAL_IS_CODE, 0xA2A3B01415A2B7FE},
    {"version", texts, COUNT(texts), ".@:/", PERSONAL_IS_VERSION, 0x5959A95BFC84FDE7},
    {"user", nobodies, COUNT(nobodies), ".@-0", PERSONAL_IS_USER, 0x8C56FD9BB40E7F7A},
    {"host", nobodies, COUNT(nobodies), ".@-0", PERSONAL_IS_HOST, 0x250E6311525C9645},
};

START_TEST(what_is_wrong_anywhere_is_found_as_it_ever_was) {
    place = groups[_i].place;
    anywhere_texts(groups[_i].name, groups[_i].texts, groups[_i].count, groups[_i].signs, tell,
                   groups[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("any spots");
    TCase *cases = tcase_create("any spots");
    tcase_add_loop_test(cases, what_is_wrong_anywhere_is_found_as_it_ever_was, 0, COUNT(groups));
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
