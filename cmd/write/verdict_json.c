#include "cmd/write/verdict.h"

#include "analyzers/time/periods.h"

static void add_calls(const struct verdict_view *view, cJSON *root) {
    cJSON *all = json_add_array(root, "calls");
    const struct tree_json shape = {view->hot.by, false, PROFILE_NO_UNIT};
    const struct profile *p = view->hot.profile;
    for (size_t i = 0; i < view->calls.len; i++) {
        const struct verdict_calls *calls = &view->calls.items[i];
        cJSON *one = json_add_object(all, NULL);
        frame_add_json(&p->frames, calls->frame, view->hot.by, view->hot.frame_type, one);
        cJSON *callers = json_add_object(one, "callers");
        json_add_bool(callers, "self_only", calls->self_only);
        json_add_count(callers, "samples", calls->caller_samples);
        tree_add_json(&calls->callers, p, &shape, callers);
        cJSON *callees = json_add_object(one, "callees");
        json_add_count(callees, "samples", calls->callee_samples);
        tree_add_json(&calls->callees, p, &shape, callees);
    }
}

static void add_recording(const struct verdict_view *view, cJSON *root) {
    const struct facts *facts = &view->reading->samples->facts;
    const struct scan_report *report = &view->reading->report;
    cJSON *recording = json_add_object(root, "recording");
    cJSON *jvms = json_add_array(recording, "jvms");
    for (size_t i = 0; i < facts->jvms.len; i++) {
        const struct fact_jvm *jvm = &facts->jvms.items[i];
        cJSON *one = json_add_object(jvms, NULL);
        json_add_text(one, "name", strings_get(&facts->strings, jvm->name));
        json_add_text(one, "version", strings_get(&facts->strings, jvm->version));
        json_add_number(one, "pid", jvm->pid);
    }
    json_add_number(recording, "start_ns", report->start_ns);
    json_add_number(recording, "duration_ns", report->end_ns - report->start_ns);
    cJSON *list = json_add_array(recording, "periods");
    if (view->reading->samples->event) {
        struct periods periods;
        periods_of(facts, view->reading->samples->event, &periods);
        for (size_t i = 0; i < periods.items.len; i++) {
            cJSON *period = json_add_object(list, NULL);
            json_add_number(period, "time_ns", periods.items.items[i].time_ns);
            json_add_number(period, "period_ns", periods.items.items[i].ns);
        }
        periods_free(&periods);
    }
    json_add_count(recording, "lost_samples", facts->lost_samples);
    json_add_count(recording, "lost_by_jvm_bytes", facts->lost_bytes);
    json_add_count(recording, "lost_bytes", report->lost_bytes);
}

void verdict_add_json(const struct verdict_view *view, struct text *out) {
    cJSON *root = cJSON_CreateObject();
    finding_add_json(&view->finding, json_add_object(root, "analysis"));
    reading_add_json(view->reading, root);
    hot_add_json(&view->hot, json_add_array(root, "methods"));
    add_calls(view, root);
    add_recording(view, root);
    json_write(root, true, out);
}
