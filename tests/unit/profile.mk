# Unit tests of lib/profile.
unit_tests += tests/unit/t_unbias
