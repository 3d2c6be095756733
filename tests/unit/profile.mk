# Unit tests of lib/profile.
unit_tests += tests/unit/t_allocator
unit_tests += tests/unit/t_fold
unit_tests += tests/unit/t_dump_time
unit_tests += tests/unit/t_join
unit_tests += tests/unit/t_naming
unit_tests += tests/unit/t_noise
unit_tests += tests/unit/t_plumbing
unit_tests += tests/unit/t_pprof
unit_tests += tests/unit/t_process
unit_tests += tests/unit/t_profile
unit_tests += tests/unit/t_resolve
unit_tests += tests/unit/t_samples
unit_tests += tests/unit/t_sources
unit_tests += tests/unit/t_stack_index
unit_tests += tests/unit/t_stack_order
unit_tests += tests/unit/t_unbias
unit_tests += tests/unit/t_view
