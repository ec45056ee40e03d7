#include "analyzers/rules/rules.h"

#include "analyzers/rules/method_profiling.h"
#include "analyzers/rules/series.h"
#include "analyzers/rules/topics.h"

const struct rule *const rules_all[] = {
    &rule_method_profiling, /* the one that reports show in any case */
    &rule_gc_pause_ratio,
    &rule_throttling,
    &rule_halts,
    &rule_long_gc_pause,
    &rule_high_gc,
    &rule_full_gc,
    &rule_gc_stall,
    &rule_z_stall,
    &rule_deadlock,
    &rule_blocking,
    &rule_convoy,
    &rule_pinned,
    &rule_live_set,
    &rule_container_memory,
    &rule_metaspace_oom,
    &rule_dump_reason,
    &rule_shutdown,
    &rule_system_gc,
    &rule_gc_locker,
    &rule_heap_inspection,
    &rule_collections,
    &rule_gc_options,
    &rule_pause_target,
    &rule_inverted,
    &rule_gc_starvation,
    &rule_single_threaded_gc,
    &rule_metaspace_growth,
    &rule_freed_ratio,
    &rule_allocations_class,
    &rule_allocations_thread,
    &rule_boxing,
    &rule_tlabs,
    &rule_heap_content,
    &rule_strings,
    &rule_heap_dump,
    &rule_low_memory,
    &rule_compressed_oops,
    &rule_class_leak,
    &rule_class_loading,
    &rule_native_growth,
    &rule_direct_buffers,
    &rule_file_read,
    &rule_file_write,
    &rule_file_force,
    &rule_socket_read,
    &rule_socket_write,
    &rule_handshakes,
    &rule_lookups,
    &rule_exceptions,
    &rule_errors,
    &rule_retry_storm,
    &rule_high_cpu,
    &rule_compare_cpu,
    &rule_switches,
    &rule_few_threads,
    &rule_thread_growth,
    &rule_processes,
    &rule_process_started,
    &rule_finalizers,
    &rule_backlog,
    &rule_time_to_safepoint,
    &rule_vm_operations,
    &rule_revoke_pause,
    &rule_revocation,
    &rule_code_cache,
    &rule_verification,
    &rule_discouraged,
    &rule_duplicates,
    &rule_options,
    &rule_support,
    &rule_periodic,
    &rule_non_safepoints,
    &rule_pid,
    &rule_secret_arguments,
    &rule_secret_environment,
    &rule_secret_properties,
    &rule_management,
    &rule_dynamic_agents,
    &rule_many_agents,
    &rule_certificates,
    &rule_losses,
    &rule_depth,
    &rule_aggressive,
    &rule_recording_cost,
    &rule_clock,
    &rule_incidents,
    NULL,
};

void rules_join(const struct rule *const *rules, struct walk_run *run, bool in_window) {
    walk_join(run, &tables_reader, in_window ? &series_wishes_in_window : &series_wishes);
    walk_join(run, &census_reader, NULL);
    for (; *rules; rules++)
        if ((*rules)->wishes.count) walk_join(run, &tables_reader, &(*rules)->wishes);
}

struct findings rules_judge(const struct rule *const *rules, const struct rule_input *input) {
    struct findings findings = {0};
    for (; *rules; rules++) {
        struct finding finding;
        rule_judge(*rules, input, NULL, &finding);
        array_push(&findings, finding);
    }
    return findings;
}

void findings_keep(struct findings *findings, enum rule_severity least) {
    size_t kept = 0;
    for (size_t i = 0; i < findings->len; i++) {
        struct finding *finding = &findings->items[i];
        if (i == 0 || finding->severity >= least) findings->items[kept++] = *finding;
        else finding_free(finding);
    }
    findings->len = kept;
}
