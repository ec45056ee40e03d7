/* What is said of two recordings where one number, or one event, of either is another: see
 * tests/support/numbered.h. Findings are told apart by their keys here: their words are rules'. */
#define SUITE_APART
#include "tests/support/numbered.h"
#include "tests/support/suite.h"

/* Of three methods, as many samples each as they say, with what else happens. */
#define BUSY(carts, pages, maps, waits, requests)                                           \
    "jdk.ActiveSetting id:l name:s value:s\n"                                               \
    "@0 300 period 20_ms\n"                                                                 \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n"                                    \
    "@0*" carts "/90 pool-1-thread-1 app.Cart.sum:3,app.Cart.all,app.Main.run\n"            \
    "@10*" pages "/90 main app.Page.show,app.Main.run\n"                                    \
    "@20*" maps "/50 pool-1-thread-2 java.util.Map.get,lib.Db.ask,app.Main.run\n"           \
    "@30*" maps "/30 pool-1-thread-2 java.util.Map.get,lib.Db.tell,app.Main.run\n"          \
    "jdk.JavaMonitorEnter duration:d monitorClass:C previousOwner:T eventThread:T "         \
    "stackTrace:K\n"                                                                        \
    "@1100*" waits "/500 90+9 app/Lock main pool-1-thread-1 app.Cart.sum,app.Main.run\n"    \
    "jdk.GarbageCollection duration:d gcId:l name:s cause:s sumOfPauses:d longestPause:d\n" \
    "@1250*" waits "/900 80 1+1 G1New Full 70 60\n"                                         \
    "jdk.ObjectAllocationSample objectClass:C weight:y eventThread:T stackTrace:K\n"        \
    "@0*" requests "/200 byte[] 90000+99 main app.Page.copy,app.Main.run\n"                 \
    "app.Request duration:d eventThread:T path:s\n"                                         \
    "@1000*" requests "/300 50+3 pool-1-thread-1 /cart\n"                                   \
    "@1200*" waits "/300 150 main /page\n"
#define BEFORE BUSY("90", "200", "160", "9", "40")
#define AFTER BUSY("150", "120", "150", "30", "80")

static const char rules[] =
    "{\"min_samples\": 5, \"rules\": ["
    "{\"id\": \"self\", \"check\": \"growth\", \"of\": \"self\", \"max_points\": 2, "
    "\"max_ratio\": 1.1},"
    "{\"id\": \"packages\", \"check\": \"growth\", \"by\": \"package\", \"max_points\": 5, "
    "\"level\": \"warning\"},"
    "{\"id\": \"cart\", \"check\": \"share\", \"by\": \"class\", \"match\": \"Cart$\", "
    "\"max_percent\": 40},"
    "{\"check\": \"allocation\", \"max_ratio\": 1.2},"
    "{\"check\": \"lock-wait\", \"max\": 50},"
    "{\"check\": \"gc-pause\", \"of\": \"longest\", \"max\": 60},"
    "{\"check\": \"gc-pause\", \"max_growth\": 100, \"max_ratio\": 2},"
    "{\"id\": \"rate\", \"check\": \"rate\", \"event\": \"app.Request\", \"max_ratio\": 1.1, "
    "\"max_growth\": 1},"
    "{\"id\": \"p90\", \"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", "
    "\"max\": 600},"
    "{\"id\": \"each\", \"check\": \"gc-pause\", \"per\": \"app.Request\", \"max\": 40},"
    "{\"id\": \"cpu\", \"check\": \"cpu-time\", \"max_ratio\": 1.2}]}";

static const struct {
    const char *line, *told, *other; /* the latter of the side that stays */
    uint64_t expected;
    bool numbers; /* are others, too */
} commands[] = {
    {"diff --format text --base B", STACKS, STACKS, 0x361AD208583FE020, true},
    {"diff --format csv --by line --sort total --base B", AFTER, BEFORE, 0x5850F82A3F027CCD},
    {"diff --json --subtree --base B", AFTER, BEFORE, 0xD1BEC4BAC8A28CAB},
    {"diff --format csv --event alloc --measure value --base B", AFTER, BEFORE, 0xE373DF67CD922392},
    {"diff --format svg -o - --base B", AFTER, BEFORE, 0xFEB1C71545570CD8},
    {"diff --format csv --base B", AFTER, BEFORE, 0xCDBE76BC6BD69B45},
    {"diff --format csv --base B", SPANS, SPANS, 0x4A8943DF56E1E539},
    {"diff --format csv --normalize duration --base B", MACHINE, MACHINE, 0x7C388068696040AB},
    {"diff --format csv --normalize cpu --measure value --by package --base B", BEFORE, AFTER,
     0x8003B961F71EC3AE},
    {"gate --json --rules R --base B", AFTER, BEFORE, 0x375856F40AD30883, true},
    {"gate --format text --rules R --base B", SPANS, SPANS, 0xFDE624A8AC6ACAF1},
    {"diff --format csv --within app.Request", AFTER, AFTER, 0xA163786480A4A535},
    {"diff --format csv --window 1s..9s --against 9s..20s", BEFORE, BEFORE, 0x58809A7B4D9B57FD},
    {"export --to collapsed -o - B", STACKS, BEFORE, 0x50A6A2B9C7B53F1A},
};

/* With the files that B, the base, and R, the rules, stand for. */
static const char *full_line(const char *line) {
    static struct text out;
    text_clear(&out);
    for (const char *at = line; *at; at++) {
        bool alone = (*at == 'B' || *at == 'R') && at > line && at[-1] == ' ';
        if (alone) text_addf(&out, "/proc/self/fd/%d", *at == 'B' ? 101 : 102);
        else text_add_char(&out, *at);
    }
    return text_str(&out);
}

static struct recording base;
static bool is_base; /* which side is another: they take turns */

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    char *told = anywhere_text(bytes, len);
    struct recording other = {0};
    numbered_write(&other, told);
    const struct recording *sides[] = {&base, &other};
    const struct recording *first = sides[is_base], *second = sides[!is_base];
    numbered_put(101, first->out.data, first->out.len);
    numbered_put(102, rules, sizeof rules - 1);
    numbered_run(second, out);
    recording_free(&other);
    free(told);
}

START_TEST(what_is_another_on_one_side_is_told_as_it_ever_was) {
    const char *told = commands[_i].told;
    struct anywhere a = anywhere_begin(commands[_i].line, tell);
    numbered_line = full_line(commands[_i].line);
    numbered_write(&base, commands[_i].other);
    anywhere_one(&a, "as it is", 0, (const uint8_t *)told, strlen(told));
    is_base = _i % 2;
    anywhere_lines(&a, told);
    if (commands[_i].numbers) anywhere_numbers(&a, told, false);
    recording_free(&base);
    anywhere_end(&a, commands[_i].line, commands[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sides");
    TCase *tcase = tcase_create("sides");
    tcase_add_loop_test(tcase, what_is_another_on_one_side_is_told_as_it_ever_was, 0,
                        sizeof commands / sizeof *commands);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
