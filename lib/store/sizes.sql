-- --db-info, where SQLite can tell: what takes the space.

SELECT m.tbl_name AS 'table', sum(s.pgsize) AS bytes
FROM (SELECT name, sum(pgsize) AS pgsize FROM dbstat GROUP BY name) s
JOIN sqlite_schema m ON m.name = s.name GROUP BY m.tbl_name ORDER BY bytes DESC, m.tbl_name;
