# Unit tests of lib/draw.
unit_tests += tests/unit/t_palette
unit_tests += tests/unit/t_svg

tests_unit_t_palette_SOURCES = tests/unit/t_palette.c
tests_unit_t_svg_SOURCES = tests/unit/t_svg.c
