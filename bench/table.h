/*
 * Results as a table on standard output, row by row as they come.
 */
#ifndef TABLE_H
#define TABLE_H

#include "results.h"

void table_print_machine(const struct results *results);
void table_print_header(void);
void table_print_row(const struct workload_result *w, const struct peaks *peaks);
/* For --check. */
void table_print_checked(const struct workload_result *w);

#endif
