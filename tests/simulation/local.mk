# Simulations with known truth, for the tables of doc/leaks.md; make check only compiles them.
check_PROGRAMS += tests/simulation/leak_tables
tests_simulation_leak_tables_SOURCES = \
	tests/simulation/leak_tables.c \
	tests/unit/jp_random.h \
	tests/unit/jp_simulate.c \
	tests/unit/jp_simulate.h
tests_simulation_leak_tables_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/unit
tests_simulation_leak_tables_LDADD = $(JP_LIBS)

leak-tables: tests/simulation/leak_tables$(EXEEXT)
	@tests/simulation/leak_tables$(EXEEXT)
.PHONY: leak-tables
