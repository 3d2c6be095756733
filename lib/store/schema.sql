-- The tables of a store, version 2 (upgrade-<N>.sql leads from an older one to the next; columns
-- that came later stand last). Every column is explained in doc/schema.md.
--
-- Conventions: times are nanoseconds since 1970 (UTC); sizes are bytes; counters are as the dump
-- printed them, and k is the factor that corrects them for sampling (doc/sampling.md), so that an
-- estimate is a counter times k. Row 0 of module, location, function and stack stands for the
-- empty stack.

CREATE TABLE series (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    pid     INTEGER
);

CREATE TABLE dump (
    id              INTEGER PRIMARY KEY,
    series_id       INTEGER NOT NULL REFERENCES series,
    seq             INTEGER,
    kind            TEXT,
    time_ns         INTEGER NOT NULL,
    time_source     TEXT NOT NULL CHECK (time_source IN ('given', 'name', 'mtime', 'import')),
    mtime_ns        INTEGER,
    path            TEXT NOT NULL,
    digest          BLOB NOT NULL UNIQUE,
    period          INTEGER NOT NULL,
    correction      INTEGER NOT NULL,
    map_set_id      INTEGER REFERENCES map_set,
    program         TEXT,
    symbol_program  TEXT,
    exe             TEXT,
    n               INTEGER,
    s               INTEGER,
    an              INTEGER,
    az              INTEGER,
    record_count    INTEGER NOT NULL,
    skipped_lines   INTEGER NOT NULL,
    is_cut          INTEGER NOT NULL,
    is_damaged      INTEGER NOT NULL,
    has_accum       INTEGER NOT NULL,
    bytes           REAL NOT NULL,
    objects         REAL NOT NULL,
    alloc_bytes     REAL NOT NULL,
    alloc_objects   REAL NOT NULL,
    stacks          INTEGER NOT NULL DEFAULT 0,
    format          TEXT CHECK (format IN ('jemalloc', 'gperftools', 'growth', 'pprof'))
);
CREATE INDEX dump_by_series ON dump (series_id, time_ns);

CREATE TABLE tag (
    dump_id INTEGER NOT NULL REFERENCES dump ON DELETE CASCADE,
    key     TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (dump_id, key)
) WITHOUT ROWID;

-- What was said about the dump while it was read; said again with each report.
CREATE TABLE remark (
    dump_id  INTEGER NOT NULL REFERENCES dump ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('note', 'warning')),
    path     TEXT NOT NULL,
    line     INTEGER NOT NULL,
    message  TEXT NOT NULL,
    count    INTEGER NOT NULL,
    PRIMARY KEY (dump_id, seq)
) WITHOUT ROWID;

-- Source files and the paths of modules.
CREATE TABLE file (
    id   INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
);

CREATE TABLE module (
    id             INTEGER PRIMARY KEY,
    kind           TEXT NOT NULL CHECK (kind IN ('file', 'pseudo', 'anon', 'unmapped', 'none')),
    name           TEXT NOT NULL,
    path           TEXT NOT NULL,
    build_id       BLOB,
    inode          INTEGER NOT NULL,
    layout         INTEGER NOT NULL,
    is_distance    INTEGER NOT NULL,
    only_bytes     INTEGER NOT NULL,
    is_allocator   INTEGER NOT NULL,
    file           TEXT,
    debug_file     TEXT,
    tried          TEXT,
    is_program     INTEGER NOT NULL,
    is_guess       INTEGER NOT NULL,
    symbols        INTEGER NOT NULL,
    is_refused     INTEGER NOT NULL,
    other_build_id BLOB,
    miss           INTEGER NOT NULL,
    process        TEXT
);

-- The memory map of a process: all dumps that were taken with the same one share a set.
CREATE TABLE map_set (
    id     INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE
);

CREATE TABLE mapping (
    map_set_id    INTEGER NOT NULL REFERENCES map_set ON DELETE CASCADE,
    seq           INTEGER NOT NULL,
    start         INTEGER NOT NULL,
    stop          INTEGER NOT NULL,
    off           INTEGER NOT NULL,
    has_off       INTEGER NOT NULL,
    is_executable INTEGER NOT NULL,
    is_deleted    INTEGER NOT NULL,
    is_unloaded   INTEGER NOT NULL,
    file_id       INTEGER NOT NULL REFERENCES file,
    inode         INTEGER NOT NULL,
    module_id     INTEGER REFERENCES module,
    PRIMARY KEY (map_set_id, seq)
) WITHOUT ROWID;

CREATE TABLE location (
    id          INTEGER PRIMARY KEY,
    module_id   INTEGER NOT NULL REFERENCES module,
    off         INTEGER NOT NULL,
    vaddr       INTEGER,
    miss        INTEGER NOT NULL,
    site        INTEGER NOT NULL,
    is_own_name INTEGER NOT NULL,
    UNIQUE (module_id, off)
);

CREATE TABLE function (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    full      TEXT NOT NULL,
    linkage   TEXT,
    module_id INTEGER REFERENCES module,
    file_id   INTEGER REFERENCES file,
    is_place  INTEGER NOT NULL
);
CREATE INDEX function_by_name ON function (name);

CREATE TABLE frame (
    location_id INTEGER NOT NULL REFERENCES location,
    depth       INTEGER NOT NULL,
    function_id INTEGER NOT NULL REFERENCES function,
    file_id     INTEGER REFERENCES file,
    line        INTEGER NOT NULL,
    col         INTEGER NOT NULL,
    is_inlined  INTEGER NOT NULL,
    linkage     TEXT,
    PRIMARY KEY (location_id, depth)
) WITHOUT ROWID;

CREATE TABLE stack (
    id          INTEGER PRIMARY KEY,
    parent_id   INTEGER REFERENCES stack,
    location_id INTEGER NOT NULL REFERENCES location,
    depth       INTEGER NOT NULL,
    function_id INTEGER REFERENCES function,
    sig         INTEGER
);

-- Which functions a stack passes through, each once: for stacks that have samples.
CREATE TABLE stack_function (
    stack_id    INTEGER NOT NULL REFERENCES stack,
    function_id INTEGER NOT NULL REFERENCES function,
    PRIMARY KEY (stack_id, function_id)
) WITHOUT ROWID;

-- The process's account of its memory. Threads are a second account of the same memory.
CREATE TABLE sample (
    dump_id  INTEGER NOT NULL REFERENCES dump,
    stack_id INTEGER NOT NULL REFERENCES stack,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    s        INTEGER NOT NULL,
    k        REAL NOT NULL,
    an       INTEGER NOT NULL,
    az       INTEGER NOT NULL,
    ak       REAL NOT NULL,
    done     REAL,
    PRIMARY KEY (dump_id, stack_id, seq)
) WITHOUT ROWID;

CREATE TABLE thread (
    id        INTEGER PRIMARY KEY,
    series_id INTEGER NOT NULL REFERENCES series,
    uid       INTEGER NOT NULL,
    name      TEXT NOT NULL,
    UNIQUE (series_id, uid, name)
);

CREATE TABLE dump_thread (
    dump_id   INTEGER NOT NULL REFERENCES dump ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    thread_id INTEGER NOT NULL REFERENCES thread,
    n         INTEGER NOT NULL,
    s         INTEGER NOT NULL,
    an        INTEGER NOT NULL,
    az        INTEGER NOT NULL,
    PRIMARY KEY (dump_id, seq)
) WITHOUT ROWID;

CREATE TABLE thread_sample (
    dump_id  INTEGER NOT NULL REFERENCES dump,
    thread_seq INTEGER NOT NULL,
    stack_id INTEGER NOT NULL REFERENCES stack,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    s        INTEGER NOT NULL,
    k        REAL NOT NULL,
    an       INTEGER NOT NULL,
    az       INTEGER NOT NULL,
    ak       REAL NOT NULL,
    PRIMARY KEY (dump_id, thread_seq, stack_id, seq)
) WITHOUT ROWID;

-- Addresses that do not follow from the map: two mappings of one file hold the same offset.
CREATE TABLE address (
    dump_id     INTEGER NOT NULL REFERENCES dump,
    location_id INTEGER NOT NULL REFERENCES location,
    address     INTEGER NOT NULL,
    PRIMARY KEY (dump_id, location_id)
) WITHOUT ROWID;

INSERT INTO module VALUES (0, 'none', '', '', NULL, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, 0, 0, 0, NULL, 0, NULL);
INSERT INTO location VALUES (0, 0, 0, NULL, 0, 0, 0);
INSERT INTO function VALUES (0, '[no stack]', '[no stack]', NULL, NULL, NULL, 1);
INSERT INTO frame VALUES (0, 0, 0, NULL, 0, 0, 0, NULL);
INSERT INTO stack VALUES (0, NULL, 0, 0, 0, 0);
INSERT INTO stack_function VALUES (0, 0);
