/*
 * Between the readers of debug information and the lines of a shader. Private to this folder.
 */
#ifndef DXBC_LINE_ROWS_H
#define DXBC_LINE_ROWS_H

#include <stdbool.h>

#include "loader.h"

/* Bytes [begin, end) of the program, counted from its version token, come from this place. */
struct line_row {
    uint64_t begin, end;
    const char *file; /* lives as long as the lines */
    uint32_t line, column;
    bool part; /* of a statement, whose row came before */
};

struct line_reader {
    struct dxbc_arena *arena;   /* lives as long as the lines */
    struct dxbc_arena *scratch; /* ends with dxbc_lines_read() */
    const struct dxbc_shader *shader;
    struct byte_view chunk;
    size_t chunk_offset; /* in the container */
    struct dxbc_place *places;
    uint64_t budget; /* of work: rows that overlap must not cost more than the chunk is large */
    struct diag *diag;
};

/* Later rows stand before earlier ones: code that was inlined comes behind what it was inlined into. */
enum diag_code line_put(struct line_reader *reader, const struct line_row *row);
/* Takes `work` off the budget. */
enum diag_code line_work(struct line_reader *reader, uint64_t work);
enum diag_code line_fault(struct line_reader *reader, const char *text);
enum diag_code line_no_memory(struct line_reader *reader);

/* lines_pdb.c, lines_sdbg.c: all rows of a chunk */
enum diag_code dxbc_read_pdb_lines(struct line_reader *reader);
enum diag_code dxbc_read_sdbg_lines(struct line_reader *reader);

#endif
