/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The numbers of DWARF 2 to 5 and of the GNU extensions that our reader looks at. Source: the
 * DWARF 5 standard, chapter 7, and https://gcc.gnu.org/wiki/DebugFission for the GNU ones.
 */
#ifndef JP_DWARF_CONST_H
#define JP_DWARF_CONST_H

enum jp_dwarf_tag {
    DW_TAG_class_type = 0x02,
    DW_TAG_enumeration_type = 0x04,
    DW_TAG_lexical_block = 0x0b,
    DW_TAG_compile_unit = 0x11,
    DW_TAG_structure_type = 0x13,
    DW_TAG_union_type = 0x17,
    DW_TAG_inlined_subroutine = 0x1d,
    DW_TAG_module = 0x1e,
    DW_TAG_with_stmt = 0x22,
    DW_TAG_catch_block = 0x25,
    DW_TAG_subprogram = 0x2e,
    DW_TAG_try_block = 0x32,
    DW_TAG_interface_type = 0x38,
    DW_TAG_namespace = 0x39,
    DW_TAG_partial_unit = 0x3c,
    DW_TAG_skeleton_unit = 0x4a,
};

/* Numbers below this are one byte of ULEB. */
enum { JP_DWARF_SHORT_LIMIT = 0x80 };

enum jp_dwarf_at {
    DW_AT_sibling = 0x01,
    DW_AT_name = 0x03,
    DW_AT_stmt_list = 0x10,
    DW_AT_low_pc = 0x11,
    DW_AT_high_pc = 0x12,
    DW_AT_language = 0x13,
    DW_AT_comp_dir = 0x1b,
    DW_AT_abstract_origin = 0x31,
    DW_AT_external = 0x3f,
    DW_AT_specification = 0x47,
    DW_AT_ranges = 0x55,
    DW_AT_call_column = 0x57,
    DW_AT_call_file = 0x58,
    DW_AT_call_line = 0x59,
    DW_AT_linkage_name = 0x6e,
    DW_AT_str_offsets_base = 0x72,
    DW_AT_addr_base = 0x73,
    DW_AT_rnglists_base = 0x74,
    DW_AT_dwo_name = 0x76,
    DW_AT_MIPS_linkage_name = 0x2007,
    DW_AT_GNU_dwo_name = 0x2130,
    DW_AT_GNU_dwo_id = 0x2131,
    DW_AT_GNU_ranges_base = 0x2132,
    DW_AT_GNU_addr_base = 0x2133,
};

enum jp_dwarf_form_code {
    DW_FORM_addr = 0x01,
    DW_FORM_block2 = 0x03,
    DW_FORM_block4 = 0x04,
    DW_FORM_data2 = 0x05,
    DW_FORM_data4 = 0x06,
    DW_FORM_data8 = 0x07,
    DW_FORM_string = 0x08,
    DW_FORM_block = 0x09,
    DW_FORM_block1 = 0x0a,
    DW_FORM_data1 = 0x0b,
    DW_FORM_flag = 0x0c,
    DW_FORM_sdata = 0x0d,
    DW_FORM_strp = 0x0e,
    DW_FORM_udata = 0x0f,
    DW_FORM_ref_addr = 0x10,
    DW_FORM_ref1 = 0x11,
    DW_FORM_ref2 = 0x12,
    DW_FORM_ref4 = 0x13,
    DW_FORM_ref8 = 0x14,
    DW_FORM_ref_udata = 0x15,
    DW_FORM_indirect = 0x16,
    DW_FORM_sec_offset = 0x17,
    DW_FORM_exprloc = 0x18,
    DW_FORM_flag_present = 0x19,
    DW_FORM_strx = 0x1a,
    DW_FORM_addrx = 0x1b,
    DW_FORM_ref_sup4 = 0x1c,
    DW_FORM_strp_sup = 0x1d,
    DW_FORM_data16 = 0x1e,
    DW_FORM_line_strp = 0x1f,
    DW_FORM_ref_sig8 = 0x20,
    DW_FORM_implicit_const = 0x21,
    DW_FORM_loclistx = 0x22,
    DW_FORM_rnglistx = 0x23,
    DW_FORM_ref_sup8 = 0x24,
    DW_FORM_strx1 = 0x25,
    DW_FORM_strx2 = 0x26,
    DW_FORM_strx3 = 0x27,
    DW_FORM_strx4 = 0x28,
    DW_FORM_addrx1 = 0x29,
    DW_FORM_addrx2 = 0x2a,
    DW_FORM_addrx3 = 0x2b,
    DW_FORM_addrx4 = 0x2c,
    DW_FORM_GNU_addr_index = 0x1f01,
    DW_FORM_GNU_str_index = 0x1f02,
    DW_FORM_GNU_ref_alt = 0x1f20,
    DW_FORM_GNU_strp_alt = 0x1f21,
};

enum jp_dwarf_unit_type { /* of a DWARF 5 unit header */
                          DW_UT_compile = 0x01,
                          DW_UT_type = 0x02,
                          DW_UT_partial = 0x03,
                          DW_UT_skeleton = 0x04,
                          DW_UT_split_compile = 0x05,
                          DW_UT_split_type = 0x06,
};

enum jp_dwarf_lang { /* languages whose functions have no scope around them */
                     DW_LANG_C89 = 0x01,
                     DW_LANG_C = 0x02,
                     DW_LANG_C99 = 0x0c,
                     DW_LANG_C11 = 0x1d,
                     DW_LANG_C17 = 0x2c,
                     DW_LANG_Mips_Assembler = 0x8001,
};

enum jp_dwarf_lns { /* standard opcodes of the line program */
                    DW_LNS_extended = 0,
                    DW_LNS_copy = 1,
                    DW_LNS_advance_pc = 2,
                    DW_LNS_advance_line = 3,
                    DW_LNS_set_file = 4,
                    DW_LNS_set_column = 5,
                    DW_LNS_negate_stmt = 6,
                    DW_LNS_set_basic_block = 7,
                    DW_LNS_const_add_pc = 8,
                    DW_LNS_fixed_advance_pc = 9,
                    DW_LNS_set_prologue_end = 10,
                    DW_LNS_set_epilogue_begin = 11,
                    DW_LNS_set_isa = 12,
};

enum jp_dwarf_lne { /* extended opcodes */
                    DW_LNE_end_sequence = 1,
                    DW_LNE_set_address = 2,
                    DW_LNE_define_file = 3,
                    DW_LNE_set_discriminator = 4,
};

enum jp_dwarf_lnct { /* content of a DWARF 5 file table */
                     DW_LNCT_path = 1,
                     DW_LNCT_directory_index = 2,
};

enum jp_dwarf_rle { /* entries of .debug_rnglists */
                    DW_RLE_end_of_list = 0,
                    DW_RLE_base_addressx = 1,
                    DW_RLE_startx_endx = 2,
                    DW_RLE_startx_length = 3,
                    DW_RLE_offset_pair = 4,
                    DW_RLE_base_address = 5,
                    DW_RLE_start_end = 6,
                    DW_RLE_start_length = 7,
};

enum jp_dwarf_sect { /* columns of .debug_cu_index; version 2 (GNU) and 5 differ behind ABBREV */
                     DW_SECT_INFO = 1,
                     DW_SECT_ABBREV = 3,
                     DW_SECT_LINE = 4,
                     DW_SECT_STR_OFFSETS = 6,
                     DW_SECT_V5_RNGLISTS = 8,
};

#endif
