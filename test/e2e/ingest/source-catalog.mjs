// What PostgreSQL itself says about a database: read from pg_catalog, with nothing of the client's view in it.

/**
 * `{ schemas, tables, routines }` of the named schemas. A table is
 * `{ schema, name, kind: 'r'|'p'|'v'|'m', comment, definition, partitionColumns, partitionStrategy, columns, keys }`;
 * partitions of a partitioned table are left out. A key is `{ kind: 'p'|'u'|'f', columns, target?: { schema, table, columns } }`.
 */
export async function readSourceCatalog(sql, names) {
  const schemas = await sql`
    select nspname as name, obj_description(oid, 'pg_namespace') as comment
    from pg_namespace where nspname = any(${names}) order by nspname`;
  const tables = await sql`
    select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind, obj_description(c.oid, 'pg_class') as comment,
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
      p.partstrat as "partitionStrategy",
      (select array_agg(a.attname order by k.ord) from unnest(p.partattrs::int2[]) with ordinality as k (num, ord)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num) as "partitionColumns"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_partitioned_table p on p.partrelid = c.oid
    where n.nspname = any(${names}) and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    order by 2, 3`;
  const columns = await readColumns(sql, names);
  const keys = await readKeys(sql, names);
  const routines = await sql`
    select n.nspname as schema, p.proname as name, p.prokind as kind, p.prosrc as source,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(${names}) order by 1, 2`;
  const ofTable = (rows, table) => rows.filter((row) => row.oid === table.oid).map(({ oid, ...rest }) => rest);
  return {
    schemas: [...schemas],
    tables: tables.map((table) => ({ ...table, columns: ofTable(columns, table), keys: ofTable(keys, table) })),
    routines: [...routines],
  };
}

function readColumns(sql, names) {
  return sql`
    select c.oid, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
      t.typname as base, t.typtype as "typeKind", e.typname as element, e.typtype as "elementKind",
      col_description(c.oid, a.attnum) as comment,
      case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end as length,
      case when t.typname = 'numeric' and a.atttypmod > 4 then ((a.atttypmod - 4) >> 16) & 65535 end as precision,
      case when t.typname = 'numeric' and a.atttypmod > 4 then (a.atttypmod - 4) & 2047 end as scale
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where n.nspname = any(${names}) and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
    order by c.oid, a.attnum`;
}

function readKeys(sql, names) {
  return sql`
    select c.oid, k.contype as kind, columns_of.names as columns,
      case when k.contype = 'f' then json_build_object('schema', tn.nspname, 'table', t.relname, 'columns', targets_of.names) end as target
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_class t on t.oid = k.confrelid
    left join pg_namespace tn on tn.oid = t.relnamespace
    cross join lateral (select array_agg(a.attname order by u.ord) as names from unnest(k.conkey) with ordinality as u (num, ord)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = u.num) as columns_of
    cross join lateral (select array_agg(a.attname order by u.ord) as names from unnest(k.confkey) with ordinality as u (num, ord)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = u.num) as targets_of
    where n.nspname = any(${names}) and k.contype in ('p', 'u', 'f')
    order by c.oid, k.conname`;
}
