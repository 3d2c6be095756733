# Small programs that the shell tests use to ask one part of the library.
check_PROGRAMS += \
	tests/tools/jp_demangle_lines \
	tests/tools/jp_disassemble \
	tests/tools/jp_find \
	tests/tools/jp_dwarf_frames \
	tests/tools/jp_object_dump \
	tests/tools/jp_pty \
	tests/tools/jp_symbolize_dump

tool = tests/tools/jp_tool.c tests/tools/jp_tool.h
tests_tools_jp_dwarf_frames_SOURCES = tests/tools/jp_dwarf_frames.c $(tool)
tests_tools_jp_symbolize_dump_SOURCES = tests/tools/jp_symbolize_dump.c $(tool)
