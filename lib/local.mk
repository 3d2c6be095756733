# The library: one convenience archive per folder would hide layering faults, so there is one list
# per folder and tests/check-layers.sh compares the includes with the table in doc/architecture.md.
noinst_LIBRARIES += lib/libjp.a

# What a program that uses the library is linked with: one that neither draws nor disassembles, and
# one that uses all of it.
JP_SMALL_LIBS = lib/libjp.a $(ELF_LIBS) $(DWARF_LIBS) $(PCRE2_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(DEFLATE_LIBS) $(LZMA_LIBS) $(PROTOBUF_C_LIBS) $(IBERTY_LIBS) $(SQLITE3_LIBS)
JP_LIBS = $(JP_SMALL_LIBS) $(CAPSTONE_LIBS) $(CAIRO_LIBS) $(GRAPHVIZ_LIBS)
lib_libjp_a_SOURCES =
nodist_lib_libjp_a_SOURCES =

include lib/base/local.mk
include lib/read/local.mk
include lib/symbol/local.mk
include lib/profile/local.mk
include lib/analyze/local.mk
include lib/report/local.mk
include lib/draw/local.mk
include lib/store/local.mk
include lib/api/local.mk
