/* What commands write for people, and as pictures, where an event of a recording is missing or is
 * there twice, or a number is another: each part that is there or not, see
 * tests/support/numbered.h. But findings, whose words are those of their rules. */
#define SUITE_APART
#include "tests/support/numbered.h"
#include "tests/support/suite.h"

#define GAINS                                                                            \
    "jfragent.Experiment duration:d kind:s method:s progressPoint:s speedup:l delay:d "  \
    "progress:l ran:d waited:d switches:l hits:l processors:l missed:l collected:l\n"    \
    "@1000*12/400 80 base - Api.handle 0 0 1000+7 100 1 50 0 4 0 0\n"                    \
    "@1100*12/400 80 control - Api.handle 25 0 1003+7 100 1 50 160 4 0 0\n"              \
    "@1200*12/400 80 virtual app.Cart.sum Api.handle 25 8 1001+7 100 1 50 160 4 0 0\n"   \
    "@1220*9/400 80 virtual app.Page.show Api.handle 25 8 930+9 100 4 50 160 4 9 0\n"    \
    "@1250*6/400 80 virtual app.with.a.long.name.of.a.package.Cart.sum Api.handle 25 8 " \
    "905+9 100 1 50 160 4 0 1\n"                                                         \
    "@1300*12/400 80 real app.Cart.sum Api.handle 25 0 1100+6 100 1 50 0 4 0 0\n"        \
    "jfragent.ExperimentMethod method:s hits:l samples:l\n"                              \
    "@1000*12/400 app.Cart.sum 3 12\n"                                                   \
    "@1000*12/400 app.Page.show 12 12\n"
#define OF_JVM                                                                            \
    "jdk.JVMInformation jvmName:s jvmVersion:s jvmArguments:s javaArguments:s "           \
    "jvmStartTime:l pid:l\n"                                                              \
    "@0 OpenJDK_64-Bit_Server_VM OpenJDK_(21.0.2+13) -Xmx2g_-Dpassword=x app.Main_a_b 0 " \
    "4711\n"                                                                              \
    "jdk.OSInformation osVersion:s\n"                                                     \
    "@0 DISTRIB_ID=Debian|uname:_Linux_6.1\n"                                             \
    "jdk.InitialSystemProperty key:s value:s\n"                                           \
    "@0 java.vm.name OpenJDK\n"                                                           \
    "@0 java.class.path /app/a.jar:/app/b.jar\n"                                          \
    "jdk.BooleanFlag name:s value:b origin:s\n"                                           \
    "@0 UseG1GC 1 Ergonomic\n"                                                            \
    "@0 UseStringDeduplication 1 Command_line\n"                                          \
    "jdk.IntFlag name:s value:l origin:s\n"                                               \
    "@0 ParallelGCThreads 4 Default\n"                                                    \
    "@0 MaxTenuringThreshold 7 Command_line\n"                                            \
    "jdk.ActiveSetting id:l name:s value:s\n"                                             \
    "@0 305 period 20_ms\n"                                                               \
    "@0 305 enabled true\n"                                                               \
    "jdk.InitialEnvironmentVariable key:s value:s\n"                                      \
    "@0 HOME /home/joe\n"                                                                 \
    "@0 API_TOKEN abcdefgh\n"                                                             \
    "jdk.SystemProcess pid:s commandLine:s\n"                                             \
    "@0*3/10 17 /sbin/init\n"

static const struct {
    const char *line, *told;
    uint64_t expected;
    bool numbers; /* are others, too */
} commands[] = {
    {"whatif --format text", GAINS, 0x7CA37751CEF62703, true},
    {"whatif --format svg -o -", GAINS, 0x0B0C1DB26EBCE5D7, true},
    {"whatif --json", GAINS, 0x320562C5600BBB8A, true},
    {"gc --format text", COLLECTIONS, 0x1CDA47590AB7E3A0},
    {"safepoints --format text", COLLECTIONS, 0x34D9302EF81BF43E},
    {"memory --format text", COLLECTIONS, 0x0099BA3CBEAF9E37},
    {"locks --format text", WAITS, 0x21E24330E6BAC1D1},
    {"locks --format md Lock", WAITS, 0x08C0A9D9859E567A},
    {"account --format text", WAITS, 0xDDA116067BE28A6B},
    {"io --format text", WAITS, 0x21078C366A197ACA},
    {"requests --format text --within app.* --by path", SPANS, 0x419FA56E2F7742FB},
    {"threads --format text", STACKS, 0x00DDA175BD31A2F2},
    {"timeline --format text", MACHINE, 0x23A63AD4D3B5B95A},
    {"timeline --format text --split thread", STACKS, 0xFE21BD38AC2375D9},
    {"hot-methods --format text", STACKS, 0xE406D38E0E64D67D},
    {"hot-methods --format md --by line --frame-type", STACKS, 0x77FAB8BA6989395D},
    {"hot-methods --format html --event alloc", STACKS, 0xC3A3C0520971FDE6},
    {"method --format text Cart.sum", STACKS, 0xF8D5AAC312DF3846},
    {"callers --format text sum", STACKS, 0xD4E3646245B1D969},
    {"tree --format text", STACKS, 0x0FE9F9726A40BAC2},
    {"method-profiling --format text", STACKS, 0xAE5D15863D2C1151},
    {"allocations --format text", MACHINE, 0x482328DB113E1B5E},
    {"exceptions --format text", MACHINE, 0xCA11C578948ACB25},
    {"summary --format text", MACHINE, 0xEB6BECF3A40AD5C0},
    {"jvm --format text", OF_JVM, 0x47A9C4507B9E7ED4},
    {"jvm --json", OF_JVM, 0x99F87C29FD95C4F7},
    {"summary --format text", OF_JVM, 0x9F3E4319496E2414},
    {"facts", OF_JVM, 0xD94A25AD048D2F7B},
    {"events --format text --by path,eventThread --show count,sum(duration),p90(duration) *", SPANS,
     0x83BEE0C108A4E100},
    {"events --format text --stack 2 *", SPANS, 0x6EF3D3F02E003A8C},
    {"print", WAITS, 0x276859401B9A56FE},
    {"print --xml", MACHINE, 0xFD61BB07B3B2B0F5},
    {"metadata", SPANS, 0xA72ABA077C1C9215},
    {"export --to otlp -o -", STACKS, 0xDF00D3765C35EE03},
    {"export --to csv --event app.Request,GarbageCollection -o -", SPANS, 0x3E666769B78B635A},
    {"export --to ndjson --event * -o -", SPANS, 0x3A0DA0AD6E50C035},
    {"export --to svg -o - --min-share 5", STACKS, 0x5E84AF91A5F192D1},
    {"export --to speedscope -o - --min-share 5", STACKS, 0xB583F418FB6142CB},
    {"flame -o - --reverse --icicle --color-by type", STACKS, 0xC79A59AC734971D9},
    {"check --format text", WAITS, 0x187DA950A36CD1E5},
};

START_TEST(what_is_there_or_not_is_said_as_it_ever_was) {
    struct anywhere a = anywhere_begin(commands[_i].line, numbered_tell);
    numbered_line = commands[_i].line;
    anywhere_one(&a, "as it is", 0, (const uint8_t *)commands[_i].told, strlen(commands[_i].told));
    anywhere_lines(&a, commands[_i].told);
    if (commands[_i].numbers) anywhere_numbers(&a, commands[_i].told, false);
    anywhere_end(&a, numbered_line, commands[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("forms");
    TCase *tcase = tcase_create("forms");
    tcase_add_loop_test(tcase, what_is_there_or_not_is_said_as_it_ever_was, 0,
                        sizeof commands / sizeof *commands);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
