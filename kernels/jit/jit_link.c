/*
 * The linker of jit_link.h: ELF, 64 bits, little-endian, relocations of x86-64 and AArch64.
 */
#include "jit_link.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "jit_lines.h"

struct linker {
    const uint8_t *object;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
    size_t *place; /* of sections in the image, or SIZE_MAX */
    uint8_t *image;
    size_t image_bytes;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *names;
    size_t names_bytes;
};

static bool inside(const struct linker *l, uint64_t offset, uint64_t bytes)
{
    return offset <= l->size && bytes <= l->size - offset;
}

static bool open_object(struct linker *l)
{
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)l->object;

    if (l->size < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
        header->e_shoff % _Alignof(Elf64_Shdr) ||
        !inside(l, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        return false;
    l->header = header;
    l->sections = (const Elf64_Shdr *)(l->object + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];

        if (section->sh_type != SHT_NOBITS && !inside(l, section->sh_offset, section->sh_size))
            return false;
        if ((section->sh_type == SHT_SYMTAB || section->sh_type == SHT_RELA) &&
            section->sh_offset % _Alignof(Elf64_Sym))
            return false;
        if (section->sh_type == SHT_SYMTAB && section->sh_link < header->e_shnum) {
            l->symbols = (const Elf64_Sym *)(l->object + section->sh_offset);
            l->symbol_count = section->sh_size / sizeof(*l->symbols);
            l->names = (const char *)(l->object + l->sections[section->sh_link].sh_offset);
            l->names_bytes = l->sections[section->sh_link].sh_size;
        }
    }
    return l->symbols && l->names_bytes && !l->names[l->names_bytes - 1];
}

/* Code and constants; nothing unwinds through code, and nothing in it is written. */
static bool belongs(const Elf64_Shdr *section)
{
    return section->sh_type == SHT_PROGBITS && section->sh_flags & SHF_ALLOC && !(section->sh_flags & SHF_WRITE);
}

static bool lay_out(struct linker *l)
{
    size_t at = 0;

    l->place = malloc(l->header->e_shnum * sizeof(*l->place));
    if (!l->place)
        return false;
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        size_t align = l->sections[i].sh_addralign ? l->sections[i].sh_addralign : 1;

        l->place[i] = SIZE_MAX;
        if (!belongs(&l->sections[i]) || align > JIT_ALIGN)
            continue;
        at = (at + align - 1) / align * align;
        l->place[i] = at;
        at += l->sections[i].sh_size;
    }
    l->image_bytes = at;
    l->image = calloc(at ? at : 1, 1);
    for (unsigned i = 0; l->image && i < l->header->e_shnum; i++) {
        if (l->place[i] != SIZE_MAX)
            memcpy(l->image + l->place[i], l->object + l->sections[i].sh_offset, l->sections[i].sh_size);
    }
    return l->image;
}

/* Where a symbol stands in the image; SIZE_MAX: nowhere. */
static size_t place_of(const struct linker *l, size_t number)
{
    const Elf64_Sym *symbol = &l->symbols[number];

    if (number >= l->symbol_count || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= l->header->e_shnum ||
        l->place[symbol->st_shndx] == SIZE_MAX)
        return SIZE_MAX;
    return l->place[symbol->st_shndx] + symbol->st_value;
}

static const char *name_of(const struct linker *l, size_t number)
{
    if (number >= l->symbol_count || l->symbols[number].st_name >= l->names_bytes)
        return "?";
    return l->names + l->symbols[number].st_name;
}

/* Bits of an AArch64 instruction. */
static void patch(uint8_t *at, uint32_t mask, uint32_t bits)
{
    uint32_t word;

    memcpy(&word, at, sizeof(word));
    word = (word & ~mask) | (bits & mask);
    memcpy(at, &word, sizeof(word));
}

static bool relocate_aarch64(uint8_t *at, uint32_t type, int64_t from, int64_t to)
{
    int64_t pages = (to >> 12) - (from >> 12), difference = (int64_t)((uint64_t)to - (uint64_t)from);

    switch (type) {
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
        patch(at, 0x03FFFFFF, (uint32_t)(difference >> 2));
        return true;
    case R_AARCH64_PREL32:
        memcpy(at, &(int32_t){(int32_t)difference}, 4);
        return true;
    case R_AARCH64_ADR_PREL_LO21:
        patch(at, 0x60FFFFE0, (uint32_t)(difference & 3) << 29 | (uint32_t)(difference >> 2 & 0x7FFFF) << 5);
        return true;
    case R_AARCH64_ADR_PREL_PG_HI21:
        patch(at, 0x60FFFFE0, (uint32_t)(pages & 3) << 29 | (uint32_t)(pages >> 2 & 0x7FFFF) << 5);
        return true;
    case R_AARCH64_ADD_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) << 10);
        return true;
    case R_AARCH64_LDST8_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) << 10);
        return true;
    case R_AARCH64_LDST16_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) >> 1 << 10);
        return true;
    case R_AARCH64_LDST32_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) >> 2 << 10);
        return true;
    case R_AARCH64_LDST64_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) >> 3 << 10);
        return true;
    case R_AARCH64_LDST128_ABS_LO12_NC:
        patch(at, 0x003FFC00, (uint32_t)(to & 0xFFF) >> 4 << 10);
        return true;
    default:
        return false;
    }
}

static bool relocate_x86(uint8_t *at, uint32_t type, int64_t from, int64_t to)
{
    int64_t difference = (int64_t)((uint64_t)to - (uint64_t)from);

    switch (type) {
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        memcpy(at, &(int32_t){(int32_t)difference}, 4);
        return true;
    case R_X86_64_PC64:
        memcpy(at, &difference, 8);
        return true;
    default:
        return false;
    }
}

static enum diag_code relocate(struct linker *l, const Elf64_Shdr *section, struct diag *diag)
{
    const Elf64_Rela *list = (const Elf64_Rela *)(l->object + section->sh_offset);
    size_t base = l->place[section->sh_info];

    for (size_t i = 0; i < section->sh_size / sizeof(*list); i++) {
        uint32_t type = (uint32_t)ELF64_R_TYPE(list[i].r_info);
        size_t symbol = ELF64_R_SYM(list[i].r_info), target = place_of(l, symbol);
        size_t at = base + list[i].r_offset;
        int64_t from = (int64_t)at, to = (int64_t)((uint64_t)target + (uint64_t)list[i].r_addend);
        size_t bytes = type == R_X86_64_PC64 && l->header->e_machine == EM_X86_64 ? 8 : 4;
        bool done;

        if (target == SIZE_MAX || at > l->image_bytes || bytes > l->image_bytes - at)
            return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                            "generated code refers to \"%.80s\", which is not in it", name_of(l, symbol));
        done = l->header->e_machine == EM_X86_64 ? relocate_x86(l->image + at, type, from, to)
                                                 : relocate_aarch64(l->image + at, type, from, to);
        if (!done)
            return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION,
                            "generated code has a relocation of type %u", type);
    }
    return DIAG_OK;
}

static enum diag_code link_image(struct linker *l, const char *name, struct jit_code *code, struct diag *diag)
{
    if (!open_object(l))
        return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "LLVM gave an object that is no ELF");
    if (!lay_out(l))
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for generated code");
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];
        enum diag_code result;

        if (section->sh_type != SHT_RELA || section->sh_info >= l->header->e_shnum ||
            l->place[section->sh_info] == SIZE_MAX)
            continue;
        result = relocate(l, section, diag);
        if (result != DIAG_OK)
            return result;
    }
    for (size_t i = 0; i < l->symbol_count; i++) {
        if (strcmp(name_of(l, i), name) == 0 && place_of(l, i) != SIZE_MAX) {
            code->entry = place_of(l, i);
            code->image = l->image;
            code->image_bytes = l->image_bytes;
            l->image = NULL;
            return DIAG_OK;
        }
    }
    return diag_set(diag, DIAG_UNSUPPORTED, 0, DIAG_NO_INSTRUCTION, "generated code has no \"%.80s\"", name);
}

static const char *section_name(const struct linker *l, const Elf64_Shdr *section)
{
    const Elf64_Shdr *names;

    if (l->header->e_shstrndx >= l->header->e_shnum)
        return "";
    names = &l->sections[l->header->e_shstrndx];
    if (names->sh_type != SHT_STRTAB || !names->sh_size || section->sh_name >= names->sh_size ||
        l->object[names->sh_offset + names->sh_size - 1])
        return "";
    return (const char *)(l->object + names->sh_offset + section->sh_name);
}

static enum diag_code find_lines(const struct linker *l, struct jit_code *code, struct diag *diag)
{
    for (unsigned i = 0; i < l->header->e_shnum; i++) {
        const Elf64_Shdr *section = &l->sections[i];

        if (section->sh_type == SHT_PROGBITS && strcmp(section_name(l, section), ".debug_line") == 0 &&
            !jit_read_lines(l->object + section->sh_offset, section->sh_size, code))
            return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for lines of generated code");
    }
    return DIAG_OK;
}

bool jit_link_place(uint8_t *object, size_t size, uint64_t address)
{
    struct linker l = {.object = object, .size = size};
    bool good = open_object(&l) && lay_out(&l);

    for (unsigned i = 0; good && i < l.header->e_shnum; i++) {
        if (l.place[i] != SIZE_MAX)
            ((Elf64_Shdr *)(object + l.header->e_shoff))[i].sh_addr = address + l.place[i];
    }
    free(l.place);
    free(l.image);
    return good;
}

enum diag_code jit_link(const uint8_t *object, size_t size, const char *name, struct jit_code *code,
                        struct diag *diag)
{
    struct linker l = {.object = object, .size = size};
    enum diag_code result = link_image(&l, name, code, diag);

    if (result == DIAG_OK)
        result = find_lines(&l, code, diag);
    free(l.place);
    free(l.image);
    return result;
}
