# Unit tests of lib/draw.
unit_tests += tests/unit/t_caption
unit_tests += tests/unit/t_palette
unit_tests += tests/unit/t_svg
unit_tests += tests/unit/t_thin

tests_unit_t_caption_SOURCES = tests/unit/t_caption.c
tests_unit_t_palette_SOURCES = tests/unit/t_palette.c
tests_unit_t_svg_SOURCES = tests/unit/t_svg.c
tests_unit_t_thin_SOURCES = tests/unit/t_thin.c
unit_tests += tests/unit/t_flame_groups
tests_unit_t_flame_groups_SOURCES = tests/unit/t_flame_groups.c $(sketch)
unit_tests += tests/unit/t_flame_label
unit_tests += tests/unit/t_flame_layout
tests_unit_t_flame_layout_SOURCES = tests/unit/t_flame_layout.c $(sketch)

if HAVE_PICTURES
unit_tests += tests/unit/t_layout
tests_unit_t_layout_SOURCES = tests/unit/t_layout.c
endif
