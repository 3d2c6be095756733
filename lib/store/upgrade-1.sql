-- From version 1 of the schema to version 2: profiles that are corrected already (pprof), and code
-- that a process made while it ran. Columns come last, as in schema.sql.

ALTER TABLE dump ADD COLUMN format TEXT CHECK (format IN ('jemalloc', 'gperftools', 'growth', 'pprof'));
ALTER TABLE module ADD COLUMN process TEXT;
ALTER TABLE sample ADD COLUMN done REAL;
