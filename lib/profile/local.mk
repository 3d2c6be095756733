lib_libjp_la_SOURCES +=
