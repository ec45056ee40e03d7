#include "cmd/mcp/tool.h"

#include "base/text.h"
#include "cmd/reports/shipped.h"

#include <ctype.h>

#include "cmd/mcp/tools_table.h"
#define FIXED (sizeof fixed_tools / sizeof *fixed_tools)

/* ==== Reports =============================================================================== */

/* Its name: "Safepoints", "GC". What it does stands in the description. */
static char *title_of(const struct report *report) {
    struct text title = {0};
    size_t capitals = strlen(report->name) <= 2 ? 2 : 1;
    for (const char *s = report->name; *s; s++)
        text_add_char(&title, capitals && capitals-- ? (char)toupper((unsigned char)*s) : *s);
    return text_take(&title);
}

/* A tool for each, made when it is asked for first. */
static const struct tool *tool_of_report(size_t index) {
    static struct tool made[REPORTS_SHIPPED];
    const struct report *report = report_shipped(index);
    if (!report || made[index].name) return report ? &made[index] : NULL;
    struct tool tool = of_reports;
    tool.name = tool.command = tool.keys = report->name;
    tool.title = title_of(report);
    tool.help = report->summary;
    tool.report = report;
    made[index] = tool;
    return &made[index];
}

/* ==== All =================================================================================== */

const struct tool *tool_at(size_t index) {
    size_t listed = 0, reports = 0;
    while (listed < FIXED && !fixed_tools[listed].old) listed++;
    if (index < listed) return &fixed_tools[index];
    while (report_shipped_name(reports)) reports++;
    index -= listed;
    if (index < reports) return tool_of_report(index);
    index = index - reports + listed;
    return index < FIXED ? &fixed_tools[index] : NULL;
}

const struct tool *tool_named(const char *name) {
    const struct tool *tool;
    for (size_t i = 0; (tool = tool_at(i)); i++)
        if (strcmp(tool->name, name) == 0) return tool;
    return NULL;
}

const struct tool *tool_of_command(const char *name, size_t len) {
    static const char flame[] = "flame";
    const struct tool *tool;
    if (len == strlen(flame) && memcmp(name, flame, len) == 0) return tool_named("hot_methods");
    for (size_t i = 0; (tool = tool_at(i)); i++)
        if (tool->command && strlen(tool->command) == len && !memcmp(tool->command, name, len))
            return tool;
    return NULL;
}

const struct argument *tool_argument(const struct tool *tool, const char *name) {
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (strcmp(a->name, name) == 0) return a;
    return NULL;
}
