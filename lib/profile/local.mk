lib_libjp_a_SOURCES += \
	lib/profile/jp_allocator.h \
	lib/profile/jp_join.c \
	lib/profile/jp_join.h \
	lib/profile/jp_join_check.c \
	lib/profile/jp_modules.c \
	lib/profile/jp_modules.h \
	lib/profile/jp_naming.h \
	lib/profile/jp_profile.c \
	lib/profile/jp_profile.h \
	lib/profile/jp_resolve.h \
	lib/profile/jp_unbias.c \
	lib/profile/jp_unbias.h \
	lib/profile/jp_view.h
