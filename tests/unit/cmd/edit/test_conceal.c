/* A chunk without its secrets: which texts become "***", which events stay, what is in the bytes.
 */
#include "cmd/edit/conceal.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

enum { NOTE = 500, PAIR, LOGIN, SYMBOL, NAMED };

static const struct text_list none = {0};

struct scrubbed {
    struct conceal conceal;
    struct edit_rules rules;
    struct text bytes;
    uint64_t fates[EDIT_FATES];
    size_t placed; /* calls for texts */
};

/* A chunk of three types of events; events are put between this and chunk_end. */
static void begin(struct recording *r, unsigned flags, const char *label) {
    struct chunk_head head = usual_head;
    *r = (struct recording){0};
    head.flags = (uint16_t)flags;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, SYMBOL, "jdk.types.Symbol", NULL);
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, NOTE, "app.Note", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "text", TYPE_STRING, FIELD_PLAIN);
    field(r, "size", TYPE_INT, FIELD_PLAIN);
    field(r, "class", SYMBOL, FIELD_POOLED);
    type_end(r);
    type_begin(r, PAIR, "app.Pair", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "key", TYPE_STRING, FIELD_PLAIN);
    field(r, "value", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, LOGIN, "app.Login", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "password", TYPE_STRING, FIELD_PLAIN);
    field(r, "tokens", TYPE_STRING, FIELD_ARRAY);
    field(r, "key", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, NAMED, label ? label : "app.Named", NULL);
    type_end(r);
    metadata_end(r);
}

static void note_of(struct recording *r, const char *text, int64_t class) {
    event_begin(r, NOTE);
    put_long(r, 5);
    put_utf8(r, text);
    put_int(r, 300);
    put_long(r, class);
    event_end(r);
}

static void note(struct recording *r, const char *text) {
    note_of(r, text, 0);
}

static void pair(struct recording *r, const char *key, const char *value) {
    event_begin(r, PAIR);
    put_long(r, 5);
    put_utf8(r, key);
    put_utf8(r, value);
    event_end(r);
}

static bool add_bytes(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static bool patch(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    memcpy(out->data + out->len - before, bytes, len);
    return true;
}

static void told(void *context, const struct jfr_type *type, enum edit_fate fate, uint64_t events) {
    struct scrubbed *s = context;
    (void)type;
    s->fates[fate] += events;
}

static bool conceal_and_count(void *context, uint32_t place, const char *text, size_t len,
                              struct text *out) {
    struct scrubbed *s = context;
    s->placed++;
    return conceal_text(&s->conceal, place, text, len, out);
}

static uint32_t place(void *context, const struct jfr_type *in, const struct jfr_field *field) {
    struct scrubbed *s = context;
    return conceal_place(&s->conceal, in, field);
}

static void event(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                  const struct jfr_event *of) {
    struct scrubbed *s = context;
    conceal_event(&s->conceal, chunk, type, of);
}

/* The same comes of it where each event is looked at again. */
static void scrub_again(const struct scrubbed *s, const struct jfr_chunk *chunk) {
    struct scrubbed again = *s;
    const struct edit_sink sink = {&again.bytes, add_bytes, patch};
    struct jfr_error error;
    again.bytes = (struct text){0};
    again.rules.context = &again;
    again.rules.found = NULL;
    ck_assert(edit_write(chunk, &again.rules, true, &sink, NULL, &error));
    conceal_end_chunk(&again.conceal);
    ck_assert_uint_eq(again.bytes.len, s->bytes.len);
    ck_assert_mem_eq(again.bytes.data, s->bytes.data, s->bytes.len);
    text_free(&again.bytes);
}

/* Looks at the recording and writes it, as scrub does. */
static void scrub(struct scrubbed *s, const void *bytes, size_t len, const struct text_list *keys,
                  struct personal *personal) {
    const struct edit_sink sink = {&s->bytes, add_bytes, patch};
    struct opened o;
    *s = (struct scrubbed){
        .conceal = {.rules = {.known = !keys, .keys = keys}, .personal = personal}};
    s->rules = (struct edit_rules){
        .context = s, .event = event, .text = conceal_and_count, .place = place, .told = told};
    open_bytes(&o, bytes, len);
    ck_assert_int_eq(open_next(&o), 1);
    struct edit_found *found = edit_look(&o.chunk, &s->rules, NULL, &o.error);
    ck_assert(found != NULL);
    conceal_end_chunk(&s->conceal);
    conceal_learnt(&s->conceal);
    if (personal) personal_learnt(personal);
    s->placed = 0;
    s->rules.found = conceal_still_holds(&s->conceal) ? found : NULL;
    s->rules.words = &s->conceal.words;
    ck_assert(edit_write(&o.chunk, &s->rules, true, &sink, NULL, &o.error));
    conceal_end_chunk(&s->conceal);
    scrub_again(s, &o.chunk);
    edit_found_free(found);
    opened_close(&o);
}

static bool has(const struct scrubbed *s, const char *text) {
    return memmem(s->bytes.data, s->bytes.len, text, strlen(text)) != NULL;
}

static void end_scrub(struct scrubbed *s) {
    conceal_free(&s->conceal);
    text_free(&s->bytes);
}

/* It can be read, scrubbed again it is the same, and so many events are kept. */
static void is_whole(struct scrubbed *s, const struct text_list *keys, unsigned events) {
    struct scrubbed again;
    struct opened o;
    ck_assert_uint_eq(s->fates[EDIT_KEPT], events);
    open_bytes(&o, s->bytes.data, s->bytes.len);
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert_uint_eq(o.chunk.size, s->bytes.len);
    opened_close(&o);
    scrub(&again, s->bytes.data, s->bytes.len, keys, NULL);
    ck_assert_uint_eq(again.bytes.len, s->bytes.len);
    ck_assert(memcmp(again.bytes.data, s->bytes.data, s->bytes.len) == 0);
    ck_assert_uint_eq(again.conceal.counted.len, 0);
    end_scrub(&again);
}

static void scrub_recording(struct scrubbed *s, struct recording *r, const struct text_list *keys) {
    chunk_end(r);
    scrub(s, r->out.data, r->out.len, keys, NULL);
    recording_free(r);
}

START_TEST(values_behind_keys_and_in_fields_called_so_are_masked) {
    for (unsigned flags = 0; flags < 2; flags++) { /* in both encodings */
        struct recording r;
        struct scrubbed s;
        begin(&r, flags, NULL);
        note(&r, "a password=hunter22 b");
        pair(&r, "db.password", "all of this");
        pair(&r, "db.url", "plain text");
        pair(&r, "some.auth", "weakly named");
        pair(&r, "authenticate", "false");
        event_begin(&r, LOGIN);
        put_long(&r, 5);
        put_latin1(&r, "field-secret");
        put_int(&r, 2);
        put_utf8(&r, "first-token");
        put_utf8(&r, "2nd");
        put_utf8(&r, "name of a thing");
        event_end(&r);
        scrub_recording(&s, &r, NULL);
        ck_assert(has(&s, "a password=*** b"));
        ck_assert(has(&s, "plain text") && has(&s, "name of a thing") && has(&s, "false"));
        static const char *const gone[] = {"hunter22",     "all of this", "weakly named",
                                           "field-secret", "first-token", "2nd"};
        for (size_t i = 0; i < 6; i++) ck_assert_msg(!has(&s, gone[i]), "%s", gone[i]);
        ck_assert_uint_eq(s.conceal.counted.len, 6);
        is_whole(&s, NULL, 6);
        end_scrub(&s);
    }
}
END_TEST

START_TEST(what_was_masked_is_masked_elsewhere_from_six_bytes_on) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    note(&r, "before: sixsix fives xsevenths");
    note(&r, "token=fives pw=sixsix key=sevenths");
    pair(&r, "some.authx", "weakly");
    note(&r, "sixsix");
    note(&r, "weakly default");
    pair(&r, "a.token", "default");
    scrub_recording(&s, &r, NULL);
    ck_assert(has(&s, "before: *** fives x***"));
    ck_assert(!has(&s, "sixsix") && !has(&s, "sevenths"));
    ck_assert(has(&s, "weakly default")); /* a weak name's value, and a word of many texts */
    is_whole(&s, NULL, 6);
    end_scrub(&s);
}
END_TEST

/* Of a text of UTF-16 the bytes do not say what it has; two words are in one event, or in two that
 * are beside each other, and one begins where another event ends. */
START_TEST(what_was_masked_is_masked_however_it_is_written) {
    static const uint16_t wide[] = {0x4E2D, 's', 'i', 'x', 's', 'i', 'x', 0x4E2D};
    for (unsigned flags = 0; flags < 2; flags++) {
        struct recording r;
        struct scrubbed s;
        begin(&r, flags, NULL);
        note(&r, "none");
        note(&r, "sixsix");
        note(&r, "sevenths and sixsix");
        note(&r, "sixsi");
        note(&r, "xsix");
        event_begin(&r, NOTE);
        put_long(&r, 5);
        put_chars(&r, wide, 8);
        put_int(&r, 300);
        put_long(&r, 0);
        event_end(&r);
        note(&r, "key: sevenths pw=sixsix token=sevenths");
        note(&r, "last sevenths");
        scrub_recording(&s, &r, NULL);
        ck_assert(!has(&s, "sixsix") && !has(&s, "sevenths"));
        ck_assert(has(&s, "*** and ***") && has(&s, "\xE4\xB8\xAD***\xE4\xB8\xAD"));
        ck_assert(has(&s, "none") && has(&s, "sixsi") && has(&s, "xsix") && has(&s, "last ***"));
        is_whole(&s, NULL, 8);
        end_scrub(&s);
    }
}
END_TEST

/* Its bytes differ from writer to writer. */
START_TEST(a_value_that_is_not_ascii_is_masked_elsewhere) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    event_begin(&r, NOTE);
    put_long(&r, 5);
    put_latin1(&r, "in Latin-1: gr\xFC\xDF"
                   "ding");
    put_int(&r, 300);
    put_long(&r, 0);
    event_end(&r);
    note(&r, "token=gr\xC3\xBC\xC3\x9F"
             "ding");
    scrub_recording(&s, &r, NULL);
    ck_assert(!conceal_still_holds(&s.conceal));
    ck_assert(has(&s, "in Latin-1: ***") && !has(&s, "gr\xC3\xBC") && !has(&s, "gr\xFC"));
    end_scrub(&s);
}
END_TEST

START_TEST(keys_that_are_asked_for_are_masked_alone) {
    const char *patterns[] = {"user*", "pass*"};
    struct text_list keys = {.items = patterns, .len = 2};
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    pair(&r, "user.name", "joe");
    pair(&r, "a.token", "stays here");
    note(&r, "user=ann token=there https://u:also@h");
    event_begin(&r, LOGIN);
    put_long(&r, 5);
    put_utf8(&r, "in a field");
    put_int(&r, 1);
    put_utf8(&r, "a token stays");
    put_utf8(&r, "k");
    event_end(&r);
    scrub_recording(&s, &r, &keys);
    ck_assert(!has(&s, "joe") && !has(&s, "in a field") && has(&s, "a token stays"));
    ck_assert(has(&s, "user=*** token=there https://u:also@h") && has(&s, "stays here"));
    is_whole(&s, &keys, 4);
    end_scrub(&s);
}
END_TEST

START_TEST(events_that_are_not_read_to_their_end_are_left_out) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    note(&r, "fine");
    event_begin(&r, NOTE); /* bytes behind the last field */
    put_long(&r, 5);
    put_utf8(&r, "text");
    put_int(&r, 1);
    put_long(&r, 0);
    put_bytes(&r, "password=tail", 13);
    event_end(&r);
    event_begin(&r, NOTE); /* zeroes are nothing */
    put_long(&r, 5);
    put_utf8(&r, "padded");
    put_int(&r, 1);
    put_long(&r, 0);
    put_bytes(&r, "\0\0", 2);
    event_end(&r);
    event_begin(&r, NOTE); /* a string over its end */
    put_long(&r, 5);
    put_u1(&r, 3);
    put_int(&r, 100);
    put_bytes(&r, "password=cut", 12);
    event_end(&r);
    event_begin(&r, NOTE); /* an encoding that is none */
    put_long(&r, 5);
    put_u1(&r, 9);
    put_bytes(&r, "password=odd", 12);
    event_end(&r);
    scrub_recording(&s, &r, NULL);
    ck_assert(has(&s, "fine") && has(&s, "padded"));
    ck_assert(!has(&s, "tail") && !has(&s, "cut") && !has(&s, "odd"));
    ck_assert_uint_eq(s.fates[EDIT_UNREADABLE], 3);
    is_whole(&s, NULL, 2);
    end_scrub(&s);
}
END_TEST

START_TEST(constants_are_masked_where_they_are) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    checkpoint_begin(&r, 2);
    pool_begin(&r, TYPE_STRING, 3);
    put_long(&r, 7);
    put_utf8(&r, "token=pooled-secret");
    put_long(&r, 8);
    put_utf8(&r, "unused token=nobody");
    put_long(&r, 9);
    put_utf8(&r, "of a field");
    pool_begin(&r, SYMBOL, 1);
    put_long(&r, 3);
    put_utf8(&r, "com/acme/pooled-secret");
    checkpoint_end(&r);
    for (int i = 0; i < 3; i++) {
        event_begin(&r, NOTE);
        put_long(&r, 5);
        put_string_key(&r, 7);
        put_int(&r, 1);
        put_long(&r, 3);
        event_end(&r);
    }
    event_begin(&r, LOGIN);
    put_long(&r, 5);
    put_string_key(&r, 9);
    put_int(&r, 0);
    put_null(&r);
    event_end(&r);
    scrub_recording(&s, &r, NULL);
    ck_assert(has(&s, "token=***") && has(&s, "com/acme/***"));
    ck_assert(!has(&s, "pooled") && !has(&s, "nobody") && !has(&s, "of a field"));
    is_whole(&s, NULL, 4);
    end_scrub(&s);
}
END_TEST

START_TEST(equal_texts_are_judged_once) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    for (int i = 0; i < 100; i++) note(&r, i % 2 ? "a text like any other" : "token=abc of one");
    for (int i = 0; i < 50; i++) note(&r, "short");
    note(&r, "aaaaaaa no.x bbbbbbb"); /* alike but for the middle */
    note(&r, "aaaaaaa pw=x bbbbbbb");
    scrub_recording(&s, &r, NULL);
    ck_assert_uint_lt(s.placed, 100); /* three texts, and the strings of the metadata */
    ck_assert_uint_eq(s.conceal.counted.len, 2);
    ck_assert(has(&s, "no.x") && !has(&s, "pw=x"));
    is_whole(&s, NULL, 152);
    end_scrub(&s);
}
END_TEST

START_TEST(names_in_the_metadata_are_masked_by_key_and_by_value) {
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, "token=label-secret");
    note(&r, "pw=size1234 key=startTime");
    scrub_recording(&s, &r, NULL);
    ck_assert(!has(&s, "label-secret") && has(&s, "token=***"));
    ck_assert(has(&s, "startTime")); /* a name of code that a value looks like */
    const char *behind = memmem(s.bytes.data, s.bytes.len, "gmtOffset", 9); /* once */
    ck_assert_ptr_nonnull(behind);
    ck_assert_ptr_null(
        memmem(behind + 9, s.bytes.len - (size_t)(behind + 9 - s.bytes.data), "gmtOffset", 9));
    is_whole(&s, NULL, 1);
    end_scrub(&s);
}
END_TEST

/* A value is masked in names, too, but for names that could be code's. */
START_TEST(a_name_that_is_no_identifier_has_no_value_in_it) {
    static const char *const labels[] = {"of hunters", "hunters2", "hunters", "a.hunters",
                                         "$hunters_"};
    for (size_t i = 0; i < 5; i++) {
        struct recording r;
        struct scrubbed s;
        begin(&r, 1, labels[i]);
        note(&r, "pw=hunters");
        scrub_recording(&s, &r, NULL);
        ck_assert_msg(has(&s, "hunters") == (i > 1), "%s", labels[i]);
        is_whole(&s, NULL, 1);
        end_scrub(&s);
    }
}
END_TEST

START_TEST(names_of_people_are_replaced_and_classes_are_not) {
    struct personal personal;
    struct recording r;
    struct scrubbed s;
    begin(&r, 1, NULL);
    checkpoint_begin(&r, 1);
    pool_begin(&r, SYMBOL, 1);
    put_long(&r, 3);
    put_utf8(&r, "com/joed/Main");
    checkpoint_end(&r);
    pair(&r, "user.name", "joed");
    pair(&r, "java.version", "11.0.9.1");
    note_of(&r, "joed was here, token=joed-too", 3);
    chunk_end(&r);
    ck_assert(personal_open(&personal, true, &none, NULL));
    scrub(&s, r.out.data, r.out.len, NULL, &personal);
    ck_assert(has(&s, "user-1 was here, token=***") && has(&s, "com/joed/Main"));
    ck_assert(has(&s, "11.0.9.1") && !has(&s, "joed-too"));
    end_scrub(&s);
    personal_close(&personal);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("conceal");
    TCase *cases = tcase_create("conceal");
    tcase_add_test(cases, values_behind_keys_and_in_fields_called_so_are_masked);
    tcase_add_test(cases, what_was_masked_is_masked_elsewhere_from_six_bytes_on);
    tcase_add_test(cases, what_was_masked_is_masked_however_it_is_written);
    tcase_add_test(cases, a_value_that_is_not_ascii_is_masked_elsewhere);
    tcase_add_test(cases, keys_that_are_asked_for_are_masked_alone);
    tcase_add_test(cases, events_that_are_not_read_to_their_end_are_left_out);
    tcase_add_test(cases, constants_are_masked_where_they_are);
    tcase_add_test(cases, equal_texts_are_judged_once);
    tcase_add_test(cases, names_in_the_metadata_are_masked_by_key_and_by_value);
    tcase_add_test(cases, a_name_that_is_no_identifier_has_no_value_in_it);
    tcase_add_test(cases, names_of_people_are_replaced_and_classes_are_not);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
