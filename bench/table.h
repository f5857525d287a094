/*
 * Results as a table on standard output, row by row as they come.
 */
#ifndef TABLE_H
#define TABLE_H

#include "results.h"

void table_print_machine(const struct results *results);
void table_print_header(void);
/* A row of r: shares of the peaks of its device, and of its processor for the best C reference ("C peak"). */
void table_print_row(const struct workload_result *w, const struct results *r);
/* For --check. */
void table_print_checked(const struct workload_result *w);

#endif
