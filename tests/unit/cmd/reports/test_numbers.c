/* What commands write for programs where one number of a recording is another: see
 * tests/support/numbered.h. */
#define SUITE_APART
#include "tests/support/numbered.h"
#include "tests/support/suite.h"

static const struct {
    const char *line, *told;
    uint64_t expected;
} commands[] = {
    {"gc --json", COLLECTIONS, 0x252D63954D5F217D},
    {"safepoints --json", COLLECTIONS, 0x97A484EC9CE2DE0D},
    {"locks --json", WAITS, 0x44D0BE001A444851},
    {"account --json", WAITS, 0x8C35049BE2DFA946},
    {"requests --json --within app.Request --by path", WAITS, 0x6DC6CCC98B6762B0},
    {"threads --json --each", WAITS, 0x4892C2CA5329D98B},
    {"timeline --json", MACHINE, 0xFFC4595E314D0B3A},
    {"facts", MACHINE, 0x282A18F6A5C6BE5C},
    {"hot-methods --json --by line", MACHINE, 0xC3AA8583897BEA52},
    {"allocations --json", MACHINE, 0x8739B32230A831DA},
    {"io --json", WAITS, 0x6FE0EE9719747145},
    {"exceptions --json", MACHINE, 0xB198C2C3803ED90A},
    {"classes --json", MACHINE, 0xD74DB5832D8D423F},
    {"tree --json", MACHINE, 0xB36AE1C710143AD2},
    {"heatmap --json", MACHINE, 0x1C4F52044256C914},
    {"summary --json", COLLECTIONS, 0x21FD9979B9AF6437},
    {"export --to chrome -o -", WAITS, 0x67210736621A8F3F},
    {"export --to openmetrics -o -", MACHINE, 0x93299B6FC5C71DC8},
    {"export --to firefox -o -", MACHINE, 0x39BDE73611B7F2BB},
    {"hot-methods --json --by bci --frame-type --sort total --top 3", STACKS, 0x281D23DBEAA0AEC2},
    {"hot-methods --format csv --by class --from 1050ms --to 2400ms", STACKS, 0xEB360D70270F100E},
    {"hot-methods --format tsv --by package --thread pool --state R", STACKS, 0x19A728B34A3D7600},
    {"hot-methods --format csv --include Page --exclude Db", STACKS, 0xA607260173A332CA},
    {"hot-methods --format csv --event alloc --measure value --by thread", STACKS,
     0x99796156F4717989},
    {"method-profiling --json", STACKS, 0xBCC3B15777D867EE},
    {"callers --json --by line sum", STACKS, 0x87DB65F41D241885},
    {"callees --json --depth 2 run", STACKS, 0x2C4FE253AC390D90},
    {"method --json Cart.sum", STACKS, 0x5B738C0015F247BC},
    {"tree --json --reverse --min-share 10", STACKS, 0xC273A74AF147B0EE},
    {"collapsed --threads --frame-type", STACKS, 0x1C7A632889B69B6D},
    {"collapsed --event alloc --measure value", STACKS, 0xF3A56A5396C3529E},
    {"timeline --json --split thread --from 1s", STACKS, 0x7C3806E19DD1D652},
    {"threads --json --methods 2 --top 2", STACKS, 0x2D26E18D8744DEB7},
    {"flame -o - --title t --min-width 9 --threads", STACKS, 0x45E2EA4C2BACA37F},
    {"heatmap -o - --from 900ms", STACKS, 0x3DA52E159DE2DBC8},
    {"export --to collapsed -o - --by package", STACKS, 0x479B02CAB53D8E52},
    {"requests --json --within app.* --by eventType,path --top 1", SPANS, 0xEF46BA16E9628104},
    {"requests --format csv --within app.Request --by n --from 1300ms", SPANS, 0xFE2538E38869D910},
    {"requests --json --within app.Part --by name --thread web-1", SPANS, 0xA21BB8B304F922CC},
    {"hot-methods --format csv --within app.Request --by method", SPANS, 0x1C146FFECA7BB172},
    {"hot-methods --format csv --outside app.Part", SPANS, 0x3F36012963FDDF87},
    {"account --json --from 1200ms", SPANS, 0x542786F89598A625},
    {"locks --json --from 1200ms --to 2s", SPANS, 0x1217E0D2F6A9B866},
    {"gc --json --from 1200ms", SPANS, 0xF8C44B26B2565FCB},
    {"rules --json", SPANS, 0x4F03F5723BD588E8},
    {"overview --json", SPANS, 0xE8DF78978879C011},
    {"events --json --by path --show count,sum(duration),p90(duration),max(n) app.Request", SPANS,
     0x1A1CD8B61CA4CE82},
    {"events --json --fields path,duration,n --sort duration --top 3 app.Request", SPANS,
     0x387BE2E7C86B50DE},
    {"events --json --where duration>60ms --sort startTime *", SPANS, 0xA81F9BCB3E4F376B},
    {"events --format csv --stack 1 --thread web-2 *", SPANS, 0x3D5A6342F8CFD2CE},
    {"events --count --include Cart *", SPANS, 0xB385777D6E2CE9EB},
    {"print --json --stack-depth 1", SPANS, 0x9509D59052EABCAD},
    {"print --xml --events app.*", SPANS, 0x6C24E84047FB8B6C},
    {"print --exact --events GarbageCollection,Request", SPANS, 0xE1CD64A1F5D566FC},
    {"check --json", SPANS, 0x3BE69B4157C145E1},
    {"export --to speedscope -o -", MACHINE, 0x087A53698E54E22A},
};

START_TEST(another_number_comes_to_what_it_ever_did) {
    struct anywhere a = anywhere_begin(commands[_i].line, numbered_tell);
    numbered_line = commands[_i].line;
    anywhere_numbers(&a, commands[_i].told, false);
    anywhere_lines(&a, commands[_i].told);
    for (numbered_chunks = 2; numbered_chunks <= 3; numbered_chunks++)
        anywhere_one(&a, "chunks", (size_t)numbered_chunks, (const uint8_t *)commands[_i].told,
                     strlen(commands[_i].told));
    anywhere_end(&a, numbered_line, commands[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("numbers");
    TCase *tcase = tcase_create("numbers");
    tcase_add_loop_test(tcase, another_number_comes_to_what_it_ever_did, 0,
                        sizeof commands / sizeof *commands);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
