/*
 * The list of findings as text, as a JSON object of weft's own, and as SARIF 2.1.0.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "checker_parts.h"

static const struct check_finding *finding_of(const struct checker *checker, const struct check_entry *entry)
{
    return check_finding(checker->check, entry->number);
}

static const struct check_entry *entry_at(const struct checker *checker, uint32_t i)
{
    return &checker->entries[checker->order[i]];
}

static const char *level_name(enum check_level level)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[level];
}

/* ---- text ---- */

static void write_text(struct checker *checker, FILE *out)
{
    for (uint32_t i = 0; i < checker->order_count; i++) {
        const struct check_entry *entry = entry_at(checker, i);
        const struct check_finding *finding = finding_of(checker, entry);
        const struct check_kind_info *info = check_kind_info(finding->kind);
        fprintf(out, "%s: %s: %s\n", level_name(info->level), info->text, info->sentence);
        if (*entry->shader)
            fprintf(out, "  shader %s\n", entry->shader);
        fprintf(out, "  %s\n", entry->text);
        if (finding->count > 1)
            fprintf(out, "  %llu times in all\n", (unsigned long long)finding->count);
    }
    for (uint32_t i = 0; i < checker->suppressions.count; i++)
        if (!checker->suppressions.list[i].used)
            fprintf(out, "note: line %u of the suppressions (%s) fits nothing\n",
                    checker->suppressions.list[i].line, checker->suppressions.list[i].kind);
    fprintf(out, "weft check: %u finding%s", checker->order_count, checker->order_count == 1 ? "" : "s");
    if (checker->suppressed)
        fprintf(out, ", %u suppressed", checker->suppressed);
    fputc('\n', out);
}

/* ---- JSON ---- */

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(out, "\\u%04x", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

static void put_member(FILE *out, const char *indent, const char *key, const char *text)
{
    fprintf(out, "%s\"%s\": ", indent, key);
    put_string(out, text);
    fputs(",\n", out);
}

static void put_side(FILE *out, const char *key, const struct check_side *side)
{
    if (side->instruction == CHECK_NO_INSTRUCTION) {
        fprintf(out, "      \"%s\": null", key);
        return;
    }
    fprintf(out, "      \"%s\": { \"instruction\": %u, \"line\": %u, \"text\": ", key, side->instruction,
            side->line);
    put_string(out, side->text);
    fputs(", \"access\": ", out);
    put_string(out, side->access);
    if (side->source_line) {
        fputs(", \"source_file\": ", out);
        put_string(out, side->source_file);
        fprintf(out, ", \"source_line\": %u, \"source_column\": %u", side->source_line, side->source_column);
    }
    fprintf(out, ", \"group\": [%u, %u, %u], \"thread\": [%u, %u, %u] }", side->group[0], side->group[1],
            side->group[2], side->thread[0], side->thread[1], side->thread[2]);
}

static void put_finding(const struct checker *checker, const struct check_entry *entry, FILE *out)
{
    const struct check_finding *finding = finding_of(checker, entry);
    const struct check_kind_info *info = check_kind_info(finding->kind);
    const char *indent = "      ";
    fputs("    {\n", out);
    put_member(out, indent, "kind", info->text);
    put_member(out, indent, "level", level_name(info->level));
    put_member(out, indent, "text", entry->text);
    put_member(out, indent, "shader", entry->shader);
    put_member(out, indent, "resource", entry->resource);
    put_member(out, indent, "member", entry->member);
    fprintf(out, "      \"offset\": %llu,\n      \"element\": %llu,\n      \"count\": %llu,\n",
            (unsigned long long)finding->offset, (unsigned long long)entry->element,
            (unsigned long long)finding->count);
    put_side(out, "first", &entry->first);
    fputs(",\n", out);
    put_side(out, "second", &entry->second);
    fputs("\n    }", out);
}

static void write_json(struct checker *checker, FILE *out)
{
    const char *separator = "\n";
    fputs("{\n", out);
    put_member(out, "  ", "version", WEFT_VERSION);
    fputs("  \"findings\": [", out);
    for (uint32_t i = 0; i < checker->order_count; i++) {
        fputs(separator, out);
        put_finding(checker, entry_at(checker, i), out);
        separator = ",\n";
    }
    fprintf(out, "%s],\n  \"suppressed\": %u,\n  \"unused_suppressions\": [",
            checker->order_count ? "\n  " : "", checker->suppressed);
    separator = "";
    for (uint32_t i = 0; i < checker->suppressions.count; i++) {
        if (checker->suppressions.list[i].used)
            continue;
        fprintf(out, "%s%u", separator, checker->suppressions.list[i].line);
        separator = ", ";
    }
    fputs("]\n}\n", out);
}

/* ---- SARIF ---- */

static void put_rules(FILE *out)
{
    for (unsigned i = 0; i < CHECK_KIND_COUNT; i++) {
        const struct check_kind_info *info = check_kind_info(i);
        fprintf(out, "%s\n          { \"id\": \"%s\", \"shortDescription\": { \"text\": ", i ? "," : "",
                info->text);
        put_string(out, info->sentence);
        fprintf(out, " }, \"defaultConfiguration\": { \"level\": \"%s\" } }", level_name(info->level));
    }
}

/* A path as a URI reference: slashes, a scheme before the letter of a drive, and %XX for what may not stand
 * there. */
static void put_uri(FILE *out, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    bool drive = isalpha((unsigned char)path[0]) && path[1] == ':';
    fprintf(out, "\"%s", drive ? "file:///" : "");
    for (const char *c = path; *c; c++)
        if (*c == '\\')
            fputc('/', out);
        else if (strchr(plain, *c) || (drive && c == path + 1))
            fputc(*c, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*c);
    fputc('"', out);
}

/* The HLSL line when it is known, else that of the listing, under the shader's name. */
static void put_location(FILE *out, const struct check_entry *entry, const struct check_side *side)
{
    fputs("{ \"physicalLocation\": { \"artifactLocation\": { \"uri\": ", out);
    put_uri(out, side->source_line ? side->source_file : *entry->shader ? entry->shader : "shader");
    fprintf(out, " }, \"region\": { \"startLine\": %u", side->source_line ? side->source_line : side->line);
    if (side->source_column)
        fprintf(out, ", \"startColumn\": %u", side->source_column);
    fputs(" } }, \"message\": { \"text\": ", out);
    put_string(out, side->text);
    fputs(" } }", out);
}

static void put_result(const struct checker *checker, const struct check_entry *entry, FILE *out)
{
    const struct check_finding *finding = finding_of(checker, entry);
    const struct check_kind_info *info = check_kind_info(finding->kind);
    fprintf(out,
            "        { \"ruleId\": \"%s\", \"ruleIndex\": %u, \"level\": \"%s\", \"message\": { \"text\": ",
            info->text, finding->kind, level_name(info->level));
    put_string(out, entry->text);
    fprintf(out, " }, \"occurrenceCount\": %llu",
            (unsigned long long)(finding->count < INT32_MAX ? finding->count : INT32_MAX));
    fputs(",\n          \"locations\": [", out);
    if (entry->second.instruction != CHECK_NO_INSTRUCTION)
        put_location(out, entry, &entry->second);
    fputs("]", out);
    if (entry->first.instruction != CHECK_NO_INSTRUCTION) {
        fputs(",\n          \"relatedLocations\": [", out);
        put_location(out, entry, &entry->first);
        fputs("]", out);
    }
    fputs(" }", out);
}

static void write_sarif(struct checker *checker, FILE *out)
{
    fputs("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
          "  \"runs\": [\n    {\n      \"tool\": { \"driver\": { \"name\": \"weft check\", \"version\": ",
          out);
    put_string(out, WEFT_VERSION);
    fputs(", \"rules\": [", out);
    put_rules(out);
    fputs("\n      ] } },\n      \"results\": [", out);
    for (uint32_t i = 0; i < checker->order_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_result(checker, entry_at(checker, i), out);
    }
    fputs("\n      ]\n    }\n  ]\n}\n", out);
}

bool check_report_write(struct checker *checker, const char *format, FILE *out)
{
    if (!strcmp(format, "text"))
        write_text(checker, out);
    else if (!strcmp(format, "json"))
        write_json(checker, out);
    else if (!strcmp(format, "sarif"))
        write_sarif(checker, out);
    else
        return false;
    return fflush(out) == 0 && !ferror(out);
}
