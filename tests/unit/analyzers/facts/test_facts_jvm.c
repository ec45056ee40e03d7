/* What a recording says of its JVM and machine, and the facts of several workers in one. */
#include "tests/support/fact_events.h"
#include "base/missing.h"

/* ==== JVM and machine ======================================================================= */

static void jvm_information(struct recording *r, int64_t ns, int64_t pid) {
    at(r, EVENT_JVM_INFORMATION, ns);
    put_utf8(r, "HotSpot");
    put_long(r, pid);
    put_long(r, 1234);
    event_end(r);
}

START_TEST(a_jvm_that_says_who_it_is_in_each_chunk_is_one) {
    struct recording r;
    begin(&r);
    jvm_information(&r, 6000, 7);
    jvm_information(&r, 2000, 7);
    jvm_information(&r, 4000, 8);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.jvms.len, 2);
    ck_assert_int_eq(facts.jvms.items[0].pid, 7);
    ck_assert_int_eq(facts.jvms.items[0].time_ns, START_NS + 2000);
    ck_assert_int_eq(facts.jvms.items[0].start_ms, 1234);
    ck_assert_str_eq(text(&facts, facts.jvms.items[0].name), "HotSpot");
    ck_assert_int_eq(facts.jvms.items[1].pid, 8);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

static void processor(struct recording *r, int64_t ns, const char *description, int threads) {
    at(r, PROCESSOR, ns);
    put_utf8(r, "raw name");
    put_utf8(r, description);
    put_int(r, threads);
    event_end(r);
}

static void limits(struct recording *r, int64_t ns, int64_t cpus, int64_t quota) {
    at(r, LIMITS, ns);
    put_long(r, cpus);
    put_long(r, 100000);
    put_long(r, quota);
    event_end(r);
}

START_TEST(the_machine_is_what_was_said_of_it_last) {
    struct recording r;
    begin(&r);
    processor(&r, 4000, "Brand: Fast One, Vendor: X\nFamily: 6", 8);
    processor(&r, 2000, "Brand: Slow One, Vendor: X", 4);
    at(&r, SYSTEM, 2000);
    put_utf8(&r, "PRETTY_NAME=\"Debian 12\"\nNAME=x\nuname: Linux 6.1\nlibc: 2");
    event_end(&r);
    limits(&r, 2000, 2, -1);
    limits(&r, 4000, 3, 50000);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_str_eq(text(&facts, facts.machine.cpu), "Fast One");
    ck_assert_int_eq(facts.machine.hardware_threads, 8);
    ck_assert_str_eq(text(&facts, facts.machine.os), "Debian 12, Linux 6.1");
    ck_assert_int_eq(facts.machine.container_cpus, 3);
    ck_assert_int_eq(facts.machine.cpu_quota_ns, 50000000);
    ck_assert_int_eq(facts.machine.cpu_slice_ns, 100000000);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(no_quota_is_none_and_an_unknown_brand_is_the_type) {
    struct recording r;
    begin(&r);
    processor(&r, 4000, "AArch64", 8);
    limits(&r, 2000, 2, -1);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_int_eq(facts.machine.cpu_quota_ns, MISSING);
    ck_assert_str_eq(text(&facts, facts.machine.cpu), "raw name");
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

START_TEST(losses_add_up) {
    struct recording r;
    begin(&r);
    at(&r, EVENT_DATA_LOSS, 2000), put_long(&r, 100), event_end(&r);
    at(&r, EVENT_DATA_LOSS, 4000), put_long(&r, 11), event_end(&r);
    at(&r, LOST, 4000), put_int(&r, 5), event_end(&r);
    chunk_end(&r);
    struct facts facts = facts_of(&r);
    ck_assert_uint_eq(facts.lost_bytes, 111);
    ck_assert_uint_eq(facts.lost_samples, 5);
    facts_free(&facts);
    recording_free(&r);
}
END_TEST

/* ==== Several =============================================================================== */

static void write_all(const struct facts *f, struct text *out) {
    for (size_t i = 0; i < f->settings.len; i++)
        text_addf(out, "%s %s %s\n", text(f, f->settings.items[i].event),
                  text(f, f->settings.items[i].name), text(f, f->settings.items[i].value));
    for (size_t i = 0; i < f->loads.len; i++)
        text_addf(out, "%lld %f\n", (long long)f->loads.items[i].time_ns,
                  (double)f->loads.items[i].jvm_user);
    for (size_t i = 0; i < f->thread_loads.len; i++)
        text_addf(out, "%s %f\n", text(f, f->thread_loads.items[i].thread),
                  (double)f->thread_loads.items[i].user);
    for (size_t i = 0; i < f->pauses.len; i++)
        text_addf(out, "%s %s %lld\n", text(f, f->pauses.items[i].name),
                  text(f, f->pauses.items[i].cause), (long long)f->pauses.items[i].duration_ns);
    for (size_t i = 0; i < f->jvms.len; i++)
        text_addf(out, "%s %lld\n", text(f, f->jvms.items[i].name),
                  (long long)f->jvms.items[i].time_ns);
    text_addf(out, "%s %s %lld %llu %d\n", text(f, f->machine.os), text(f, f->machine.cpu),
              (long long)f->machine.container_cpus, (unsigned long long)f->lost_bytes,
              f->gc_phases);
}

START_TEST(recordings_may_be_read_in_any_order) {
    struct recording a, b;
    struct jvm jvm = {0}, other = {0};
    begin(&a);
    load(&a, 4000, 0.5F);
    thread_load(&a, jvm_thread(&jvm, "x"), 2000, 0.5F);
    collection(&a, &jvm, 2000, 600);
    jvm_information(&a, 2000, 7);
    setting(&a, 2000, EVENT_EXECUTION_SAMPLE, "period", "20 ms");
    processor(&a, 4000, "Brand: A, ", 8);
    limits(&a, 4000, 3, 1);
    at(&a, EVENT_DATA_LOSS, 2000), put_long(&a, 100), event_end(&a);
    jvm_pools(&jvm, &a);
    chunk_end(&a);
    begin(&b);
    load(&b, 4000, 0.5F); /* the same one again */
    load(&b, 1000, 0.5F);
    thread_load(&b, jvm_thread(&other, "w"), 2000, 0.5F);
    collection(&b, &other, 9000, 700);
    pause_event(&b, 9000, 700, "GC Pause");
    jvm_information(&b, 1000, 7);
    setting(&b, 2000, EVENT_EXECUTION_SAMPLE, "period", "10 ms");
    processor(&b, 4000, "Brand: B, ", 4);
    limits(&b, 4000, 3, 2);
    at(&b, EVENT_DATA_LOSS, 2000), put_long(&b, 11), event_end(&b);
    jvm_pools(&other, &b);
    chunk_end(&b);
    struct text texts[2] = {0};
    for (int order = 0; order < 2; order++) {
        struct recording *const recordings[] = {order ? &b : &a, order ? &a : &b};
        struct facts first = read_facts(recordings, 2, NULL, NULL);
        ck_assert_uint_eq(first.loads.len, 2);
        ck_assert_uint_eq(first.jvms.len, 1);
        ck_assert_uint_eq(first.pauses.len, 1);
        ck_assert_uint_eq(first.lost_bytes, 111);
        ck_assert_str_eq(text(&first, first.machine.cpu), "B");
        ck_assert_str_eq(text(&first, first.thread_loads.items[0].thread), "w");
        write_all(&first, &texts[order]);
        facts_free(&first);
    }
    ck_assert_str_eq(text_str(&texts[0]), text_str(&texts[1]));
    text_free(&texts[0]);
    text_free(&texts[1]);
    jvm_free(&jvm);
    jvm_free(&other);
    recording_free(&a);
    recording_free(&b);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("facts of JVMs");
    tcase_add_test(c, a_jvm_that_says_who_it_is_in_each_chunk_is_one);
    tcase_add_test(c, the_machine_is_what_was_said_of_it_last);
    tcase_add_test(c, no_quota_is_none_and_an_unknown_brand_is_the_type);
    tcase_add_test(c, losses_add_up);
    tcase_add_test(c, recordings_may_be_read_in_any_order);
    Suite *s = suite_create("facts of JVMs");
    suite_add_tcase(s, c);
    return suite_run(s);
}
