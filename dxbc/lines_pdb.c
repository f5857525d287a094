/*
 * Lines from a program database (chunk SPDB):
 *
 *   stream 1  ends with a table of named streams; "/names" holds the strings
 *   stream 3  DBI: its modules, each with the number of a stream: symbols, then subsections (C13)
 *
 * Subsections: LINES gives rows of the code as a whole, two for each instruction: the statement, and the part
 * of it that the instruction computes. Code of inlined functions has the line of its call there; its own
 * lines stand as "binary annotations" in S_INLINESITE symbols, INLINEES saying where those functions begin.
 * Files are numbers of bytes into the subsection CHECKSUMS, whose entries name strings.
 */
#include <stdlib.h>

#include "line_rows.h"
#include "msf.h"

enum { STREAM_INFO = 1, STREAM_DBI = 3, NO_MODULE_STREAM = 0xffff };
enum { SYMBOL_INLINE_SITE = 0x114d, SYMBOL_PROCEDURE = 0x1110, SYMBOL_LOCAL_PROCEDURE = 0x110f };
enum { SECTION_LINES = 0xf2, SECTION_CHECKSUMS = 0xf4, SECTION_INLINEES = 0xf6 };

struct inlinee {
    uint32_t id, file, line;
};

struct pdb {
    struct line_reader *reader;
    struct msf msf;
    struct byte_view strings; /* of "/names" */
    struct byte_view module, checksums;
    struct inlinee *inlinees;
    uint32_t inlinee_count;
    uint32_t file; /* the last one asked for */
    const char *file_name;
};

static enum diag_code fault(struct pdb *pdb)
{
    if (pdb->msf.no_memory)
        return line_no_memory(pdb->reader);
    return line_fault(pdb->reader, "the program database in SPDB is damaged");
}

/* ---- strings ---- */

/* The table of named streams: strings, then a hash table of (offset of the name, stream). */
static bool find_names(const struct byte_view *info, uint32_t *stream)
{
    enum { HEADER_BYTES = 28 };
    static const char name[] = "/names";
    uint32_t string_bytes, entries, words;
    uint64_t at = HEADER_BYTES;
    if (!view_u32(info, at, &string_bytes) || !view_holds(info, at + 4, string_bytes))
        return false;
    const struct byte_view strings = {info->bytes + at + 4, string_bytes};
    at += 4 + (uint64_t)string_bytes;
    if (!view_u32(info, at, &entries))
        return false;
    at += 8;                           /* entries, room */
    for (unsigned i = 0; i < 2; ++i) { /* bits: present, deleted */
        if (!view_u32(info, at, &words) || !view_holds(info, at + 4, 4 * (uint64_t)words))
            return false;
        at += 4 + 4 * (uint64_t)words;
    }
    for (uint32_t i = 0; i < entries && view_holds(info, at, 8); ++i, at += 8) {
        const uint32_t offset = view_word(info, at);
        if (view_holds(&strings, offset, sizeof(name)) &&
            !memcmp(strings.bytes + offset, name, sizeof(name))) {
            *stream = view_word(info, at + 4);
            return true;
        }
    }
    return false;
}

static bool read_strings(struct pdb *pdb)
{
    enum { HEADER_BYTES = 12, MAGIC = 0xeffeeffe };
    struct byte_view info, names;
    uint32_t stream, magic, size;
    if (!msf_stream(&pdb->msf, STREAM_INFO, pdb->reader->scratch, &info) || !find_names(&info, &stream) ||
        !msf_stream(&pdb->msf, stream, pdb->reader->arena, &names) || !view_u32(&names, 0, &magic) ||
        magic != MAGIC || !view_u32(&names, 8, &size) || !view_holds(&names, HEADER_BYTES, size))
        return false;
    pdb->strings = (struct byte_view){names.bytes + HEADER_BYTES, size};
    return true;
}

/* The name of a file; NULL when it has none. */
static enum diag_code name_file(struct pdb *pdb, uint32_t file, const char **name)
{
    uint32_t offset;
    enum diag_code code = DIAG_OK;
    if (!pdb->file_name || file != pdb->file) {
        if (!view_u32(&pdb->checksums, file, &offset))
            return fault(pdb);
        pdb->file = file;
        pdb->file_name = view_string(&pdb->strings, offset);
        if (!pdb->file_name)
            return fault(pdb);
        code = line_work(pdb->reader, strlen(pdb->file_name));
    }
    *name = pdb->file_name;
    return code;
}

/* ---- subsections ---- */

/* The next subsection of one type from *at on, within [*at, end). */
static bool next_section(const struct byte_view *module, uint64_t *at, uint64_t end, uint32_t type,
                         struct byte_view *out)
{
    while (*at + 8 <= end && view_holds(module, *at, 8)) {
        const uint32_t found = view_word(module, *at), size = view_word(module, *at + 4);
        const uint64_t data = *at + 8;
        if (!view_holds(module, data, size))
            return false;
        *at = data + ((uint64_t)size + 3) / 4 * 4;
        if (found == type) {
            *out = (struct byte_view){module->bytes + data, size};
            return true;
        }
    }
    return false;
}

/* One pass over a file's rows: offset, line and flags of each, then the columns of each. */
static enum diag_code put_block(struct pdb *pdb, const struct byte_view *lines, uint64_t at, uint32_t count,
                                bool part)
{
    enum { LINE_MASK = 0xffffff, STATEMENT_SHIFT = 31, ROW_BYTES = 8, COLUMN_BYTES = 4, HAS_COLUMNS = 1 };
    const uint32_t base = view_word(lines, 0), size = view_word(lines, 8);
    const bool columns = view_word(lines, 4) >> 16 & HAS_COLUMNS;
    const uint64_t column_at = at + 12 + ROW_BYTES * (uint64_t)count;
    struct line_row row = {.part = part};
    enum diag_code code = name_file(pdb, view_word(lines, at), &row.file);
    for (uint32_t i = 0; code == DIAG_OK && i <= count; ++i) {
        const uint64_t row_at = at + 12 + ROW_BYTES * (uint64_t)i;
        const uint32_t flags = i < count ? view_word(lines, row_at + 4) : 0;
        const bool statement = flags >> STATEMENT_SHIFT;
        if (i < count && statement == part)
            continue;
        const uint64_t offset = (uint64_t)base + (i < count ? view_word(lines, row_at) : size);
        row.end = offset; /* of the row before */
        if (row.line)
            code = line_put(pdb->reader, &row);
        row.begin = offset;
        row.line = flags & LINE_MASK;
        row.column = columns ? view_word(lines, column_at + COLUMN_BYTES * (uint64_t)i) & 0xffff : 0;
    }
    return code;
}

static enum diag_code put_lines(struct pdb *pdb, const struct byte_view *lines)
{
    enum { HEADER_BYTES = 12, BLOCK_BYTES = 12 };
    for (uint64_t at = HEADER_BYTES; at < lines->size;) {
        uint32_t count, size;
        if (!view_u32(lines, at + 4, &count) || !view_u32(lines, at + 8, &size) || size < BLOCK_BYTES ||
            !view_holds(lines, at, size) || count > (size - BLOCK_BYTES) / 8)
            return fault(pdb);
        enum diag_code code = put_block(pdb, lines, at, count, false);
        if (code == DIAG_OK)
            code = put_block(pdb, lines, at, count, true);
        if (code != DIAG_OK)
            return code;
        at += size;
    }
    return DIAG_OK;
}

static int compare_inlinees(const void *left, const void *right)
{
    const struct inlinee *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

static enum diag_code read_inlinees(struct pdb *pdb, uint64_t begin, uint64_t end)
{
    enum { WITH_MORE_FILES = 1, ENTRY_BYTES = 12 };
    struct byte_view section;
    uint64_t at = begin;
    if (!next_section(&pdb->module, &at, end, SECTION_INLINEES, &section))
        return DIAG_OK; /* nothing was inlined */
    const bool more = view_word(&section, 0) == WITH_MORE_FILES;
    pdb->inlinees =
        dxbc_arena_alloc(pdb->reader->scratch, section.size / ENTRY_BYTES, sizeof(*pdb->inlinees));
    if (!pdb->inlinees)
        return line_no_memory(pdb->reader);
    for (uint64_t entry = 4; view_holds(&section, entry, ENTRY_BYTES);) {
        pdb->inlinees[pdb->inlinee_count++] = (struct inlinee){
            view_word(&section, entry), view_word(&section, entry + 4), view_word(&section, entry + 8)};
        entry += ENTRY_BYTES + (more ? 4 + 4 * (uint64_t)view_word(&section, entry + ENTRY_BYTES) : 0);
    }
    qsort(pdb->inlinees, pdb->inlinee_count, sizeof(*pdb->inlinees), compare_inlinees);
    return DIAG_OK;
}

/* ---- inlined code ---- */

/* Annotations change a place, and say from where on it holds. CODE_OFFSET counts from the program's start,
 * all others from the place before. */
enum annotation {
    CODE_OFFSET = 1,
    ADD_OFFSET = 3,
    LENGTH = 4, /* of the row that is open */
    SET_FILE = 5,
    ADD_LINE = 6,
    LINE_COUNT = 7,
    SET_KIND = 8, /* 0: parts, 1: statements */
    COLUMN = 9,
    COLUMN_COUNT = 10,
    ADD_OFFSET_AND_LINE = 11,
    LENGTH_AND_ADD_OFFSET = 12,
    COLUMN_END = 13,
};

struct site {
    struct byte_view annotations;
    uint64_t at, offset;
    struct line_row row;
    bool open; /* row.begin holds, its end is not known yet */
};

/* 7, 14 or 29 bits, the most significant first. */
static bool take_number(struct site *site, uint32_t *value)
{
    const struct byte_view *view = &site->annotations;
    if (!view_holds(view, site->at, 1))
        return false;
    const uint8_t *p = view->bytes + site->at;
    const unsigned length = *p < 0x80 ? 1 : *p < 0xc0 ? 2 : 4;
    if (*p >= 0xe0 || !view_holds(view, site->at, length))
        return false;
    *value = length == 1 ? p[0]
             : length == 2
                 ? (uint32_t)(p[0] & 0x3f) << 8 | p[1]
                 : (uint32_t)(p[0] & 0x1f) << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    site->at += length;
    return true;
}

/* The lowest bit is the sign. */
static uint32_t signed_of(uint32_t value)
{
    return value & 1 ? 0 - (value >> 1) : value >> 1;
}

static enum diag_code close_row(struct pdb *pdb, struct site *site, uint64_t end)
{
    if (!site->open)
        return DIAG_OK;
    site->open = false;
    site->row.end = end;
    return line_put(pdb->reader, &site->row);
}

/* A row begins; length 0: until the next one. */
static enum diag_code open_row(struct pdb *pdb, struct site *site, const struct line_row *now,
                               uint32_t length)
{
    enum diag_code code = close_row(pdb, site, site->offset);
    site->row = *now;
    site->row.begin = site->offset;
    site->open = true;
    return code == DIAG_OK && length ? close_row(pdb, site, site->offset + length) : code;
}

static enum diag_code step_site(struct pdb *pdb, struct site *site, struct line_row *now, uint32_t operation)
{
    uint32_t value, second;
    if (!take_number(site, &value))
        return fault(pdb);
    switch (operation) {
    case CODE_OFFSET:
        site->offset = value;
        return open_row(pdb, site, now, 0);
    case ADD_OFFSET:
        site->offset += value;
        return open_row(pdb, site, now, 0);
    case LENGTH:
        return close_row(pdb, site, site->row.begin + value);
    case SET_FILE:
        return name_file(pdb, value, &now->file);
    case ADD_LINE:
        now->line += signed_of(value);
        return DIAG_OK;
    case SET_KIND:
        now->part = value == 0;
        return DIAG_OK;
    case COLUMN:
        now->column = value;
        return DIAG_OK;
    case ADD_OFFSET_AND_LINE:
        site->offset += value & 15;
        now->line += signed_of(value >> 4);
        return open_row(pdb, site, now, 0);
    case LENGTH_AND_ADD_OFFSET:
        if (!take_number(site, &second))
            return fault(pdb);
        site->offset += second;
        return open_row(pdb, site, now, value);
    case LINE_COUNT:
    case COLUMN_COUNT:
    case COLUMN_END:
        return DIAG_OK;
    default:
        return fault(pdb);
    }
}

/* parent, end | function | annotations */
static enum diag_code put_site(struct pdb *pdb, const struct byte_view *symbol, uint64_t code_start)
{
    enum { HEADER_BYTES = 12 };
    if (symbol->size < HEADER_BYTES)
        return fault(pdb);
    const struct inlinee key = {.id = view_word(symbol, 8)};
    const struct inlinee *inlinee =
        pdb->inlinee_count ? bsearch(&key, pdb->inlinees, pdb->inlinee_count, sizeof(key), compare_inlinees)
                           : NULL;
    struct site site = {{symbol->bytes + HEADER_BYTES, symbol->size - HEADER_BYTES}, .offset = code_start};
    struct line_row now = {.line = inlinee ? inlinee->line : 0};
    uint32_t operation = 0;
    if (!inlinee)
        return fault(pdb);
    enum diag_code code = name_file(pdb, inlinee->file, &now.file);
    while (code == DIAG_OK && site.at < site.annotations.size) {
        if (!take_number(&site, &operation))
            return fault(pdb);
        if (!operation)
            break; /* padding */
        code = step_site(pdb, &site, &now, operation);
    }
    return code; /* a row that is still open has no end: it covers nothing */
}

static enum diag_code put_sites(struct pdb *pdb, uint32_t symbol_bytes)
{
    enum { SIGNATURE_BYTES = 4, PROCEDURE_OFFSET = 28 };
    uint64_t code_start = 0;
    for (uint64_t at = SIGNATURE_BYTES; at + 4 <= symbol_bytes;) {
        uint16_t size = 0, type = 0;
        if (!view_u16(&pdb->module, at, &size) || !view_u16(&pdb->module, at + 2, &type) || size < 2 ||
            !view_holds(&pdb->module, at + 4, size - 2u))
            return fault(pdb);
        const struct byte_view symbol = {pdb->module.bytes + at + 4, size - 2u};
        if (type == SYMBOL_PROCEDURE || type == SYMBOL_LOCAL_PROCEDURE)
            code_start = view_word(&symbol, PROCEDURE_OFFSET);
        const enum diag_code code = type == SYMBOL_INLINE_SITE ? put_site(pdb, &symbol, code_start) : DIAG_OK;
        if (code != DIAG_OK)
            return code;
        at += 2 + (uint64_t)size;
    }
    return DIAG_OK;
}

/* ---- modules ---- */

static enum diag_code put_module(struct pdb *pdb, uint32_t stream, uint32_t symbol_bytes, uint32_t old_bytes,
                                 uint32_t bytes)
{
    const uint64_t begin = (uint64_t)symbol_bytes + old_bytes, end = begin + bytes;
    struct byte_view section;
    if (!msf_stream(&pdb->msf, stream, pdb->reader->scratch, &pdb->module) ||
        !view_holds(&pdb->module, begin, bytes))
        return fault(pdb);
    pdb->inlinee_count = 0;
    pdb->file_name = NULL;
    uint64_t at = begin;
    if (!next_section(&pdb->module, &at, end, SECTION_CHECKSUMS, &pdb->checksums))
        return DIAG_OK; /* no files, no lines */
    enum diag_code code = read_inlinees(pdb, begin, end);
    at = begin;
    while (code == DIAG_OK && next_section(&pdb->module, &at, end, SECTION_LINES, &section))
        code = put_lines(pdb, &section);
    return code == DIAG_OK ? put_sites(pdb, symbol_bytes) : code;
}

/* Entries: 64 bytes, then two strings, then up to a multiple of 4. */
static enum diag_code put_modules(struct pdb *pdb)
{
    enum { DBI_HEADER = 64, MODULE_BYTES = 64 };
    struct byte_view dbi;
    uint32_t size;
    if (!msf_stream(&pdb->msf, STREAM_DBI, pdb->reader->scratch, &dbi) || !view_u32(&dbi, 24, &size) ||
        !view_holds(&dbi, DBI_HEADER, size))
        return fault(pdb);
    const struct byte_view modules = {dbi.bytes + DBI_HEADER, size};
    for (uint64_t at = 0; view_holds(&modules, at, MODULE_BYTES);) {
        const char *name = view_string(&modules, at + MODULE_BYTES);
        const uint64_t second = at + MODULE_BYTES + (name ? strlen(name) + 1 : 0);
        const char *object = name ? view_string(&modules, second) : NULL;
        uint16_t stream = 0;
        view_u16(&modules, at + 34, &stream);
        if (!object)
            return fault(pdb);
        if (stream != NO_MODULE_STREAM) {
            const enum diag_code code =
                put_module(pdb, stream, view_word(&modules, at + 36), view_word(&modules, at + 40),
                           view_word(&modules, at + 44));
            if (code != DIAG_OK)
                return code;
        }
        at = (second + strlen(object) + 1 + 3) / 4 * 4;
    }
    return DIAG_OK;
}

enum diag_code dxbc_read_pdb_lines(struct line_reader *reader)
{
    struct pdb pdb = {.reader = reader};
    if (!msf_open(&pdb.msf, reader->chunk, reader->scratch) || !read_strings(&pdb))
        return fault(&pdb);
    return put_modules(&pdb);
}
