/* What the recording is about: events that each chunk has again. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct recording_info *find(struct recording *r, enum recording_event event,
                                   const char *key) {
    for (size_t i = 0; i < r->info.len; i++)
        if (r->info.items[i].event == event && strcmp(r->info.items[i].key, key) == 0)
            return &r->info.items[i];
    return NULL;
}

void recording_info_set(struct recording *r, enum recording_event event, const char *key,
                        struct text *fields) {
    softly_lock(&r->lock);
    if (softly_failed()) {
        softly_unlock(&r->lock);
        return;
    }
    size_t begin;
    if (recording_event_begin(r, event, clock_now(), &begin)) {
        text_add_bytes(&r->events, fields->data, fields->len);
        recording_event_end(r, begin);
    }
    struct recording_info *info = find(r, event, key);
    if (info) {
        text_free(&info->fields);
        info->fields = *fields;
    } else {
        array_push(&r->info, (struct recording_info){event, mem_copy_text(key), *fields});
    }
    *fields = (struct text){0};
    softly_unlock(&r->lock);
}

void recording_info_add(struct recording *r, int64_t time, struct text *out) {
    for (size_t i = 0; i < r->info.len; i++) {
        const struct recording_info *info = &r->info.items[i];
        size_t begin = writer_event_begin(out, TYPE_EVENTS + (uint64_t)info->event);
        writer_add_long(out, (uint64_t)recording_ticks(r, time));
        text_add_bytes(out, info->fields.data, info->fields.len);
        writer_event_end(out, begin);
    }
}

void recording_jvm_information(struct recording *r, const struct recording_jvm *jvm) {
    struct text fields = {0};
    writer_add_string(&fields, jvm->name);
    writer_add_string(&fields, jvm->version);
    writer_add_string(&fields, jvm->arguments);
    writer_add_string(&fields, jvm->flags);
    writer_add_string(&fields, jvm->java_arguments);
    writer_add_long(&fields, (uint64_t)jvm->start_ms);
    writer_add_long(&fields, (uint64_t)getpid());
    recording_info_set(r, RECORDING_JVM_INFORMATION, "", &fields);
}

void recording_system_property(struct recording *r, const char *key, const char *value) {
    struct text fields = {0};
    writer_add_string(&fields, key);
    writer_add_string(&fields, value);
    recording_info_set(r, RECORDING_SYSTEM_PROPERTY, key ? key : "", &fields);
}

void recording_setting(struct recording *r, enum recording_event event, const char *name,
                       const char *value) {
    struct text fields = {0}, key = {0};
    text_addf(&key, "%d/%s", (int)event, name);
    writer_add_long(&fields, TYPE_EVENTS + (uint64_t)event);
    writer_add_string(&fields, name);
    writer_add_string(&fields, value);
    recording_info_set(r, RECORDING_ACTIVE_SETTING, key.data, &fields);
    text_free(&key);
}

void recording_setting_time(struct recording *r, enum recording_event event, const char *name,
                            int64_t ns) {
    struct text value = {0};
    units_add_period(&value, ns);
    recording_setting(r, event, name, value.data);
    text_free(&value);
}

void recording_os_information(struct recording *r, const char *version) {
    struct text fields = {0};
    writer_add_string(&fields, version);
    recording_info_set(r, RECORDING_OS_INFORMATION, "", &fields);
}

void recording_cpu_information(struct recording *r, const char *cpu, const char *description,
                               uint32_t sockets, uint32_t cores, uint32_t threads) {
    struct text fields = {0};
    writer_add_string(&fields, cpu);
    writer_add_string(&fields, description);
    writer_add_long(&fields, sockets);
    writer_add_long(&fields, cores);
    writer_add_long(&fields, threads);
    recording_info_set(r, RECORDING_CPU_INFORMATION, "", &fields);
}
