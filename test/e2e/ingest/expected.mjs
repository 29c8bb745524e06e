// From what PostgreSQL says to what the catalog must answer. The client's naming of types is the only knowledge of
// the client here: the values are those of `dataType`, chosen by its Postgres connector.

const DATA_TYPES = {
  int2: 'SMALLINT',
  int4: 'INT',
  int8: 'BIGINT',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  numeric: 'NUMERIC',
  money: 'MONEY',
  bool: 'BOOLEAN',
  varchar: 'VARCHAR',
  bpchar: 'CHAR',
  text: 'TEXT',
  name: 'STRING',
  bytea: 'BYTEA',
  json: 'JSON',
  jsonb: 'JSON',
  uuid: 'UUID',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP',
  interval: 'INTERVAL',
  inet: 'INET',
  cidr: 'CIDR',
  macaddr: 'MACADDR',
  bit: 'BIT',
  xml: 'XML',
  tsvector: 'TSVECTOR',
  point: 'GEOMETRY',
  polygon: 'GEOMETRY',
};
const TYPE_KINDS = { e: 'VARCHAR', d: 'NULL', c: 'NULL', r: 'UNKNOWN' };
const TABLE_TYPES = { r: 'Regular', p: 'Partitioned', v: 'View', m: 'MaterializedView' };
const KEY_TYPES = { p: 'PRIMARY_KEY', u: 'UNIQUE', f: 'FOREIGN_KEY' };
const PARTITION_INTERVALS = { r: 'TIME-UNIT', l: 'COLUMN-VALUE' };

/** The part of an answered table that the source decides; `prefix` is the FQN of the database. */
export function expectedTable(table, prefix) {
  return {
    name: table.name,
    fullyQualifiedName: fqnOf(prefix, table.schema, table.name),
    tableType: TABLE_TYPES[table.kind],
    description: table.comment ?? null,
    columns: table.columns.map((column, index) => expectedColumn(column, index, table, prefix)),
    tableConstraints: expectedConstraints(table, prefix),
    tablePartition:
      table.partitionColumns?.map((columnName) => ({
        columnName,
        intervalType: PARTITION_INTERVALS[table.partitionStrategy],
      })) ?? null,
  };
}

function expectedColumn(column, index, table, prefix) {
  const isArray = column.element !== null;
  return {
    name: column.name,
    fullyQualifiedName: fqnOf(prefix, table.schema, table.name, column.name),
    ordinalPosition: index + 1,
    dataTypeDisplay: column.type,
    dataType: isArray ? 'ARRAY' : dataTypeOf(column.base, column.typeKind),
    arrayDataType: isArray ? dataTypeOf(column.element, column.elementKind) : null,
    dataLength: column.length,
    precision: column.precision,
    scale: column.scale,
    description: column.comment ?? null,
    constraint: columnConstraint(column, table),
  };
}

function dataTypeOf(base, kind) {
  return TYPE_KINDS[kind] ?? DATA_TYPES[base] ?? `no expectation for ${base}`;
}

// A key over one column is told at the column, one over several at the table; its columns then carry nothing.
function columnConstraint(column, table) {
  const alone = (kind) =>
    table.keys.some((key) => key.kind === kind && key.columns.length === 1 && key.columns[0] === column.name);
  if (alone('p')) return 'PRIMARY_KEY';
  if (table.keys.some((key) => key.kind === 'p' && key.columns.includes(column.name))) return null;
  if (alone('u')) return 'UNIQUE';
  return column.notNull ? 'NOT_NULL' : 'NULL';
}

function expectedConstraints(table, prefix) {
  const told = table.keys.filter((key) => key.kind === 'f' || key.columns.length > 1);
  return told.map((key) => constraintText(KEY_TYPES[key.kind], key.columns, referredColumns(key, prefix))).sort();
}

function referredColumns({ target }, prefix) {
  return target ? target.columns.map((column) => fqnOf(prefix, target.schema, target.table, column)) : [];
}

/** One text for a constraint, so that lists of them compare whatever their order. */
export function constraintText(type, columns, referred = []) {
  return `${type}(${columns.join(', ')})${referred.length ? ` -> ${referred.join(', ')}` : ''}`;
}

/** A fully qualified name: parts with a dot or a quote are quoted. `prefix` is one already. */
export function fqnOf(prefix, ...parts) {
  return [prefix, ...parts.map((part) => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part))].join('.');
}
