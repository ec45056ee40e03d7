#include "cmd/write/verdict.h"

#include "analyzers/time/periods.h"

#include <string.h>

static void add_method(const struct verdict_view *view, uint32_t frame, const char *key,
                       cJSON *to) {
    const struct profile *p = &view->reading->samples->profile;
    frame_add_json(&p->frames, frame, BY_METHOD, false, json_add_object(to, key));
}

static void add_hit(const struct verdict_view *view, const struct method_profiling_hit *hit,
                    cJSON *to) {
    add_method(view, hit->frame, "method", to);
    cJSON *window = json_add_object(to, "window");
    json_add_number(window, "start_ns", hit->start_ns);
    json_add_number(window, "end_ns", hit->end_ns);
    json_add_count(window, "method_samples", hit->samples);
    json_add_count(window, "samples", hit->taken);
    json_add_real(window, "possible_samples", hit->possible, 3);
    json_add_percent(to, "share_percent", 100 * hit->share);
    json_add_percent(to, "share_of_taken_percent", 100 * hit->share_of_taken);
}

static const char *reason_name(enum method_profiling_reason reason) {
    switch (reason) {
    case METHOD_PROFILING_OTHER_EVENT: return "other-event";
    case METHOD_PROFILING_NOT_ENABLED: return "not-enabled";
    case METHOD_PROFILING_NO_SAMPLES: return "no-samples";
    case METHOD_PROFILING_NO_TIMES: return "no-times";
    case METHOD_PROFILING_NO_PERIOD: return "no-period";
    case METHOD_PROFILING_NO_METHOD: return "no-method";
    case METHOD_PROFILING_NO_SHARE: return "no-share";
    case METHOD_PROFILING_JUDGED: break;
    }
    return "judged";
}

/* The sentences as one text. */
static void add_words(const struct verdict_view *view, cJSON *to) {
    struct text words = {0};
    verdict_add_sentences(view, &words);
    while (words.len && words.data[words.len - 1] == '\n') words.data[--words.len] = 0;
    for (size_t i = 0; i < words.len; i++)
        if (words.data[i] == '\n') words.data[i] = ' ';
    json_add_text(to, "text", text_str(&words));
    text_free(&words);
}

static void add_verdict(const struct verdict_view *view, cJSON *root) {
    const struct method_profiling *v = view->verdict;
    cJSON *verdict = json_add_object(root, "analysis");
    bool judged = v->reason == METHOD_PROFILING_JUDGED;
    json_add_text(verdict, "rule", "MethodProfiling");
    json_add_text(verdict, "severity", rule_severity_name(v->severity));
    if (judged) json_add_real(verdict, "score", v->best.score, 15);
    else json_add_null(verdict, "score");
    json_add_text(verdict, "reason", reason_name(v->reason));
    add_words(view, verdict);
    if (judged) {
        add_hit(view, &v->best, verdict);
    } else {
        json_add_null(verdict, "method");
        json_add_null(verdict, "window");
        json_add_null(verdict, "share_percent");
        json_add_null(verdict, "share_of_taken_percent");
    }
    json_add_number(verdict, "period_ns", v->period_ns);
    cJSON *path = json_add_array(verdict, "path");
    const struct profile *p = &view->reading->samples->profile;
    for (size_t i = 0; i < v->path.len; i++)
        frame_add_json(&p->frames, v->path.items[i], view->finest, false,
                       json_add_object(path, NULL));
    cJSON *others = json_add_array(verdict, "others");
    for (size_t i = 0; i < v->hits.len; i++) {
        const struct method_profiling_hit *hit = &v->hits.items[i];
        if (hit->frame == v->best.frame) continue;
        cJSON *other = json_add_object(others, NULL);
        json_add_real(other, "score", hit->score, 15);
        add_hit(view, hit, other);
    }
    json_add_bool(verdict, "jmc_compat", view->rule->jmc_compat);
}

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
    add_verdict(view, root);
    reading_add_json(view->reading, root);
    hot_add_json(&view->hot, json_add_array(root, "methods"));
    add_calls(view, root);
    add_recording(view, root);
    json_write(root, true, out);
}
