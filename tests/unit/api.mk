# Unit tests of lib/api.
unit_tests += tests/unit/t_api
tests_unit_t_api_LDADD = lib/libjpapi.a $(JP_SMALL_LIBS) $(CMOCKA_LIBS)
