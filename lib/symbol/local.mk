lib_libjp_la_SOURCES += \
	lib/symbol/jp_demangle.c \
	lib/symbol/jp_demangle.h \
	lib/symbol/jp_dwarf.h \
	lib/symbol/jp_finder.h \
	lib/symbol/jp_miss.c \
	lib/symbol/jp_miss.h \
	lib/symbol/jp_names.c \
	lib/symbol/jp_names.h \
	lib/symbol/jp_object.c \
	lib/symbol/jp_object.h \
	lib/symbol/jp_object_private.h \
	lib/symbol/jp_object_section.c \
	lib/symbol/jp_object_symbol.c \
	lib/symbol/jp_symbolize.h
