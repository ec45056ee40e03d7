/* What the recording is about: events that each chunk has again. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"

#include <stdio.h>
#include <string.h>

static struct recording_info *find(struct recording *r, enum recording_event event,
                                   const char *key) {
    for (size_t i = 0; i < r->info.len; i++)
        if (r->info.items[i].event == event && strcmp(r->info.items[i].key, key) == 0)
            return &r->info.items[i];
    return NULL;
}

void recording_info_set(struct recording *r, enum recording_event event, const char *key,
                        const union recording_value *values) {
    struct text fields = {0};
    softly_lock(&r->lock);
    if (!softly_failed()) {
        recording_encode(r, event, &fields, values);
        size_t begin;
        if (recording_event_begin(r, event, clock_now(), &begin)) {
            text_add_bytes(&r->events, fields.data, fields.len);
            recording_event_end(r, begin);
        }
        struct recording_info *info = find(r, event, key);
        if (info) {
            text_free(&info->fields);
            info->fields = fields;
        } else {
            array_push(&r->info, (struct recording_info){event, mem_copy_text(key), fields});
        }
    }
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

void recording_setting(struct recording *r, enum recording_event event, const char *name,
                       const char *value) {
    struct text key = {0};
    text_addf(&key, "%d/%s", (int)event, name);
    recording_info(r, RECORDING_ACTIVE_SETTING, key.data, {TYPE_EVENTS + (int64_t)event},
                   {.s = name}, {.s = value});
    text_free(&key);
}

void recording_setting_time(struct recording *r, enum recording_event event, const char *name,
                            int64_t ns) {
    struct text value = {0};
    units_add_period(&value, ns);
    recording_setting(r, event, name, value.data);
    text_free(&value);
}

void recording_say_destination(struct recording *r, const char *path) {
    const struct agent_options *o = &r->options;
    int64_t age = o->max_age_ns > 0 ? o->max_age_ns / NS_PER_MS : INT64_MAX;
    recording_info(r, RECORDING_ACTIVE_RECORDING, "", {1}, {.s = r->name}, {.s = path}, {true},
                   {age}, {o->flush_ns / NS_PER_MS}, {o->max_bytes ? o->max_bytes : INT64_MAX},
                   {r->status.start_ms}, {INT64_MAX});
}
