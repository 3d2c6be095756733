/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_test_elf.h"

#include "jp_file.h"
#include "jp_vec.h"

#include <string.h>

/* The sections of the file: number 0, the test's own, the symbol table, the two string tables. */
struct builder {
    struct jp_buf *out;
    JP_VEC(Elf64_Shdr) headers;
    JP_VEC(const char *) names;
};

static void pad_to(struct jp_buf *out, uint64_t size)
{
    while (out->len < size)
        jp_buf_add_byte(out, '\0');
}

static void add_section(struct builder *builder, const char *name, Elf64_Shdr header,
                        struct jp_span content)
{
    if (header.sh_offset)
        assert_true(builder->out->len <= header.sh_offset);
    pad_to(builder->out,
           header.sh_offset ? header.sh_offset : (builder->out->len + 15) & ~(uint64_t)15);
    header.sh_offset = builder->out->len;
    if (header.sh_type != SHT_NOBITS)
        header.sh_size = content.len;
    jp_buf_add(builder->out, content);
    jp_vec_push(&builder->headers, header);
    jp_vec_push(&builder->names, name);
}

static uint32_t number_of(const struct builder *builder, const char *name)
{
    for (uint32_t i = 0; i < builder->names.count; i++) {
        if (strcmp(builder->names.data[i], name) == 0)
            return i;
    }
    fail_msg("no section %s", name);
    return 0;
}

static void add_symbols(struct builder *builder, const struct jp_test_elf *elf)
{
    struct jp_buf table = JP_BUF_INIT;
    struct jp_buf strings = JP_BUF_INIT;
    Elf64_Sym raw = {0};

    if (elf->symbol_count == 0)
        return;
    jp_buf_add_byte(&strings, '\0');
    jp_buf_add(&table, (struct jp_span){(const char *)&raw, sizeof raw});
    for (size_t i = 0; i < elf->symbol_count; i++) {
        const struct jp_test_symbol *const symbol = &elf->symbols[i];
        raw = (Elf64_Sym){
            .st_name = (Elf64_Word)strings.len,
            .st_info = ELF64_ST_INFO(symbol->binding, symbol->type),
            .st_shndx =
                symbol->section ? (Elf64_Half)number_of(builder, symbol->section) : symbol->number,
            .st_value = symbol->value,
            .st_size = symbol->size_bytes,
        };
        jp_buf_add_text(&strings, symbol->name);
        jp_buf_add_byte(&strings, '\0');
        jp_buf_add(&table, (struct jp_span){(const char *)&raw, sizeof raw});
    }
    const uint32_t own = (uint32_t)builder->names.count;
    const Elf64_Shdr header = {.sh_type = elf->are_dynamic ? SHT_DYNSYM : SHT_SYMTAB,
                               .sh_link = own + 1,
                               .sh_entsize = sizeof raw,
                               .sh_addralign = 8};
    add_section(builder, elf->are_dynamic ? ".dynsym" : ".symtab", header, jp_buf_span(&table));
    add_section(builder, elf->are_dynamic ? ".dynstr" : ".strtab",
                (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1}, jp_buf_span(&strings));
    jp_buf_release(&table);
    jp_buf_release(&strings);
}

static void add_name_table(struct builder *builder)
{
    struct jp_buf strings = JP_BUF_INIT;

    jp_vec_push(&builder->names, ".shstrtab");
    for (size_t i = 0; i < builder->names.count; i++) {
        if (i < builder->headers.count)
            builder->headers.data[i].sh_name = (Elf64_Word)strings.len;
        jp_buf_add_text(&strings, builder->names.data[i]);
        jp_buf_add_byte(&strings, '\0');
    }
    builder->names.count--;
    const Elf64_Word own = (Elf64_Word)(strings.len - sizeof ".shstrtab");
    add_section(builder, ".shstrtab",
                (Elf64_Shdr){.sh_name = own, .sh_type = SHT_STRTAB, .sh_addralign = 1},
                jp_buf_span(&strings));
    jp_buf_release(&strings);
}

void jp_test_elf_build(struct jp_buf *out, const struct jp_test_elf *elf)
{
    struct builder builder = {.out = out};
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = elf->type ? elf->type : ET_DYN,
        .e_machine = elf->machine ? elf->machine : EM_X86_64,
        .e_version = EV_CURRENT,
        .e_phoff = elf->segment_count ? sizeof header : 0,
        .e_ehsize = sizeof header,
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = (Elf64_Half)elf->segment_count,
        .e_shentsize = sizeof(Elf64_Shdr),
    };

    pad_to(out, sizeof header);
    jp_buf_add(out, (struct jp_span){(const char *)elf->segments,
                                     elf->segment_count * sizeof *elf->segments});
    jp_vec_push(&builder.headers, (Elf64_Shdr){0});
    jp_vec_push(&builder.names, "");
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct jp_test_section *const section = &elf->sections[i];
        const Elf64_Shdr raw = {.sh_type = section->type,
                                .sh_flags = section->flags,
                                .sh_addr = section->address,
                                .sh_offset = section->offset,
                                .sh_size = section->nobits_bytes,
                                .sh_addralign = 1};
        add_section(&builder, section->name, raw, section->content);
    }
    add_symbols(&builder, elf);
    for (size_t i = 0; i < elf->section_count; i++) {
        if (elf->sections[i].link)
            builder.headers.data[i + 1].sh_link = number_of(&builder, elf->sections[i].link);
    }
    add_name_table(&builder);
    pad_to(out, elf->bytes > ((out->len + 15) & ~(uint64_t)15) ? elf->bytes
                                                               : (out->len + 15) & ~(uint64_t)15);
    header.e_shoff = out->len;
    header.e_shnum = (Elf64_Half)builder.headers.count;
    header.e_shstrndx = (Elf64_Half)(builder.headers.count - 1);
    jp_buf_add(out, (struct jp_span){(const char *)builder.headers.data,
                                     builder.headers.count * sizeof *builder.headers.data});
    memcpy(out->ptr, &header, sizeof header);
    jp_vec_release(&builder.headers);
    jp_vec_release(&builder.names);
}

void jp_test_elf_write(const char *path, const struct jp_test_elf *elf)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_error error = JP_ERROR_INIT;

    jp_test_elf_build(&out, elf);
    if (!jp_file_write(path, jp_buf_span(&out), &error))
        fail_msg("%s: %s", path, error.message);
    jp_buf_release(&out);
}

void jp_test_elf_build_id(struct jp_buf *out, unsigned char byte, size_t count)
{
    const uint32_t note[3] = {4, (uint32_t)count, NT_GNU_BUILD_ID};

    jp_buf_add(out, (struct jp_span){(const char *)note, sizeof note});
    jp_buf_add(out, JP_SPAN("GNU\0"));
    for (size_t i = 0; i < count; i++)
        jp_buf_add_byte(out, (char)byte);
    while (out->len % 4)
        jp_buf_add_byte(out, '\0');
}
