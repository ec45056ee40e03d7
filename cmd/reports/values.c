/* Values of columns: of a group of events, and made of others. */
#include "cmd/reports/parts.h"

/* Which of the question's keys or shows the column is. */
static size_t place_of(const struct report_part *part, size_t column) {
    const struct report_column *of = &part->columns.items[column];
    size_t place = 0;
    for (size_t i = 0; i < column; i++) {
        const struct report_column *before = &part->columns.items[i];
        bool other = part->kind == REPORT_FIGURES && before->source != of->source;
        place += before->kind == of->kind && !other;
    }
    return place;
}

static bool is_whole(const struct fold_value *value) {
    return value->kind == JFR_COLUMN_INT || value->kind == JFR_COLUMN_UNSIGNED ||
           value->kind == JFR_COLUMN_BOOLEAN;
}

static struct part_value missing_value(void) {
    return (struct part_value){.value = {JFR_COLUMN_INT, JFR_UNIT_NONE, (uint64_t)MISSING}};
}

bool part_number(const struct part_value *value, double *number) {
    if (event_values_is_null(value->value.kind, value->value.cell)) return false;
    if (is_whole(&value->value)) *number = (double)(int64_t)value->value.cell;
    else memcpy(number, &value->value.cell, sizeof *number);
    return true;
}

/* The unit is that of the operand that has one. */
static struct part_value make(char operation, struct part_value left, struct part_value right) {
    int64_t a = (int64_t)left.value.cell, b = (int64_t)right.value.cell, made = 0;
    double x = 0, y = 0;
    bool lost = !part_number(&left, &x);
    if (!part_number(&right, &y)) lost = true;
    if (operation == '%') {
        double percent = lost ? MISSING_REAL : percent_of(x, y);
        struct part_value share = {.value = {.kind = JFR_COLUMN_REAL}, .percent = true};
        memcpy(&share.value.cell, &percent, sizeof percent);
        return share;
    }
    if (lost || !is_whole(&left.value) || !is_whole(&right.value)) return missing_value();
    if (operation == '+') lost = __builtin_add_overflow(a, b, &made);
    else if (operation == '-') lost = __builtin_sub_overflow(a, b, &made);
    else lost = __builtin_mul_overflow(a, b, &made);
    if (lost || made < 0) return missing_value();
    left.value.kind = JFR_COLUMN_INT;
    left.value.cell = (uint64_t)made;
    if (left.value.unit == JFR_UNIT_ADDRESS) left.value.unit = JFR_UNIT_BYTES; /* between two */
    if (left.value.unit == JFR_UNIT_NONE) left.value.unit = right.value.unit;
    return left;
}

/* What writers say instead of an amount that they do not know is less than nothing. */
static struct part_value amount(struct fold_value value) {
    bool span = value.unit != JFR_UNIT_NS_TIME && value.unit != JFR_UNIT_ADDRESS;
    if (value.kind == JFR_COLUMN_INT && span)
        value.cell = (uint64_t)whole_amount((int64_t)value.cell);
    return (struct part_value){.value = value};
}

struct part_value part_value(const struct events_answer *answer, const struct report_part *part,
                             size_t group, size_t column) {
    const struct report_column *of = &part->columns.items[column];
    const struct fold *fold = answer->fold;
    size_t place = place_of(part, column);
    if (of->kind == REPORT_MAKE)
        return make(of->operation, part_value(answer, part, group, of->left),
                    part_value(answer, part, group, of->right));
    if (group >= fold_groups(fold)) {
        bool counts = of->kind == REPORT_SHOW && of->show.function == FOLD_COUNT;
        struct part_value none = missing_value();
        if (counts && answer->seen) none.value.cell = 0;
        return none;
    }
    if (of->kind == REPORT_BY) return (struct part_value){.value = fold_key_of(fold, group, place)};
    return amount(fold_value_of(fold, group, place));
}

struct cell part_cell(struct describing *d, const struct events_answer *answer,
                      const struct part_value *value) {
    double percent = MISSING_REAL;
    if (!value->percent)
        return event_values_cell(&d->values, answer->things, value->value.kind, value->value.unit,
                                 value->value.cell);
    memcpy(&percent, &value->value.cell, sizeof percent);
    return cell_percent(percent);
}
