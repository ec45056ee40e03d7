/* A sheet as JSON: the items that it shows, as they come. */
#include "cmd/write/sheet_writers.h"

static void write_end(enum sheet_kind ends, bool keyed, struct json *json) {
    if (ends == SHEET_ARRAY || (ends == SHEET_TABLE && !keyed)) json_end_array(json);
    else json_end_object(json);
}

/* Returns how many items it took. */
static size_t write_row(const struct sheet_item *row, struct json *json) {
    bool keyed = row->flags & SHEET_KEYED;
    json_begin_object(json, keyed ? row[1].cell.text : NULL);
    if (row->flags & SHEET_TREE) json_count(json, "depth", row->depth);
    return keyed ? 2 : 1;
}

void sheet_write_json(const struct sheet *sheet, const struct sheet_style *style,
                      struct text *out) {
    OWNED(json_close) struct json json = json_open(out, JSON_PRETTY);
    json_begin_object(&json, NULL);
    for (size_t i = 0; i < sheet->items.len;) {
        const struct sheet_item *item = &sheet->items.items[i++];
        switch ((enum sheet_kind)item->kind) {
        case SHEET_ARRAY: json_begin_array(&json, item->key); break;
        case SHEET_OBJECT:
        case SHEET_GROUP: json_begin_object(&json, item->key); break;
        case SHEET_TABLE:
            if (item->flags & SHEET_KEYED) json_begin_object(&json, item->key);
            else json_begin_array(&json, item->key);
            break;
        case SHEET_ROW: i += write_row(item, &json) - 1; break;
        case SHEET_FIELD:
        case SHEET_PAIR: cell_write_json(&item->cell, item->key, &json); break;
        case SHEET_END: write_end((enum sheet_kind)item->ends, item->flags & SHEET_KEYED, &json);
        default: break; /* a column, or what people read */
        }
    }
    json_end_object(&json);
}
