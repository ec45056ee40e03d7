/* Sites: where in the program something happened. The first method on a stack that is not the
 * JDK's; if all are, the first: "app.Main.run".
 *
 *   struct sites sites = {0};
 *   uint32_t site = sites_of(&sites, &reads, IO_STACK, row);     a number for each name
 *   strings_get(&sites.names, site)                              "" if there is no stack
 *
 * What is found of a stack is found once. */
#ifndef ANALYZERS_RULES_SITES_H
#define ANALYZERS_RULES_SITES_H

#include "analyzers/rules/series.h"

struct profile;

struct sites {
    struct strings names;   /* also what else is to be told apart by name */
    struct map known, idle; /* stack -> name; -> whether it is idle */
};

uint32_t sites_of(struct sites *sites, const struct series *series, size_t column, size_t row);
/* Does the thread wait for work there, or for the next request (analyzers/tables/idle.h)? */
bool sites_idle(struct sites *sites, const struct series *series, size_t column, size_t row);
uint32_t sites_name(struct sites *sites, const struct text *name);
void sites_free(struct sites *sites);

/* Appends the site's name. */
void sites_add(const struct series *series, size_t column, size_t row, struct text *out);
void sites_add_of_sample(const struct profile *profile, uint32_t stack, struct text *out);

#endif
