lib_libjp_a_SOURCES += \
	lib/draw/jp_palette.c \
	lib/draw/jp_palette.h \
	lib/draw/jp_svg.c \
	lib/draw/jp_svg.h
