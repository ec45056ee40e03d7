/* Trees as JSON: their rows as an array, depth first; nested objects would be deeper than most
 * readers go. */
#include "cmd/write/tree.h"

#include "analyzers/profile/profile.h"

void tree_add_json(const struct tree *tree, const struct profile *profile,
                   const struct tree_json *shape, cJSON *object) {
    bool value = shape->unit != PROFILE_NO_UNIT;
    cJSON *nodes = json_add_array(object, "nodes");
    for (size_t i = 0; i < tree->rows.len; i++) {
        const struct tree_row *row = &tree->rows.items[i];
        cJSON *node = json_add_object(nodes, NULL);
        json_add_count(node, "depth", row->depth);
        frame_add_json(&profile->frames, row->frame, shape->by, shape->frame_type, node);
        json_add_count(node, value ? "value" : "samples", row->samples);
        json_add_percent(node, "percent", row->share);
        json_add_count(node, value ? "self_value" : "self", row->self);
    }
    json_add_count(object, "nodes_left_out", tree->left_out);
}
