-- --db-info, where SQLite can tell: what takes the space.

SELECT coalesce(m.tbl_name, s.name) AS 'table', sum(s.pgsize) AS bytes
FROM (SELECT name, sum(pgsize) AS pgsize FROM dbstat GROUP BY name) s
LEFT JOIN sqlite_schema m ON m.name = s.name GROUP BY 1 ORDER BY bytes DESC, 1;
