/** Types of columns: which ones are compatible, and their names in the standard. */
import type { Column } from '../../contract/index.js';

export type DataType = Column['dataType'];

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  string: [
    'STRING',
    'VARCHAR',
    'CHAR',
    'TEXT',
    'MEDIUMTEXT',
    'NTEXT',
    'CLOB',
    'UUID',
    'ENUM',
    'SET',
    'XML',
    'CIDR',
    'INET',
    'MACADDR',
    'IPV4',
    'IPV6',
    'LOWCARDINALITY',
    'TSVECTOR',
    'TSQUERY',
    'FIXED',
  ],
  integer: ['INT', 'BIGINT', 'SMALLINT', 'TINYINT', 'BYTEINT', 'LONG', 'LARGEINT', 'YEAR'],
  number: ['DECIMAL', 'NUMERIC', 'NUMBER', 'DOUBLE', 'FLOAT', 'MONEY', 'HEX'],
  boolean: ['BOOLEAN', 'BIT'],
  timestamp: ['DATE', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPZ', 'TIME'],
  bytes: ['BINARY', 'VARBINARY', 'BLOB', 'BYTEA', 'BYTES', 'LONGBLOB', 'MEDIUMBLOB', 'IMAGE'],
  object: ['ARRAY', 'MAP', 'STRUCT', 'JSON', 'RECORD', 'UNION', 'VARIANT', 'OBJECT', 'SUPER', 'TUPLE', 'NESTED'],
};

const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(FAMILIES).flatMap(([family, types]) => types.map((type) => [type, family] as const)),
);

/**
 * Whether a column of type `actual` holds what a contract promises as `promised`: the same type or one of its family, or any whole
 * number for a number. Types that belong to no family are alike only if they are the same.
 */
export function isCompatible(promised: string, actual: string): boolean {
  if (promised === actual) return true;
  const [wanted, found] = [FAMILY_OF.get(promised), FAMILY_OF.get(actual)];
  if (wanted === undefined || found === undefined) return false;
  return wanted === found || (wanted === 'number' && found === 'integer');
}

const LOGICAL: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
};

/** The logical type of the standard for a type of a column; undefined for types that it does not have, such as bytes. */
export function logicalTypeOf(dataType: string): string | undefined {
  if (dataType === 'ARRAY') return 'array';
  if (dataType === 'DATE') return 'date';
  if (dataType === 'TIME') return 'time';
  const family = FAMILY_OF.get(dataType);
  return family === 'timestamp' ? 'timestamp' : family === undefined ? undefined : LOGICAL[family];
}

const DATA_TYPES: Readonly<Record<string, DataType>> = {
  string: 'STRING',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  number: 'NUMBER',
  integer: 'INT',
  object: 'STRUCT',
  array: 'ARRAY',
  boolean: 'BOOLEAN',
};

/** Names of databases for types of columns. */
const SYNONYMS: Readonly<Record<string, DataType>> = {
  INTEGER: 'INT',
  INT4: 'INT',
  INT8: 'BIGINT',
  INT2: 'SMALLINT',
  MEDIUMINT: 'INT',
  SERIAL: 'INT',
  BIGSERIAL: 'BIGINT',
  BOOL: 'BOOLEAN',
  REAL: 'FLOAT',
  FLOAT4: 'FLOAT',
  FLOAT8: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  'CHARACTER VARYING': 'VARCHAR',
  NVARCHAR: 'VARCHAR',
  CHARACTER: 'CHAR',
  BPCHAR: 'CHAR',
  NCHAR: 'CHAR',
  TINYTEXT: 'TEXT',
  LONGTEXT: 'TEXT',
  JSONB: 'JSON',
  TIMESTAMPTZ: 'TIMESTAMPZ',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPZ',
  'TIMESTAMP WITHOUT TIME ZONE': 'TIMESTAMP',
  'TIME WITHOUT TIME ZONE': 'TIME',
  'TIME WITH TIME ZONE': 'TIME',
};

/**
 * The type of a column by its name in a database or in the standard: `numeric(10, 2)`, `character varying`; undefined if no type has this
 * name. `known`: the names of all types.
 */
export function dataTypeNamed(name: string, known: readonly string[]): DataType | undefined {
  const plain = name
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\bunsigned\b/gi, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .toUpperCase();
  return isDataType(plain, known) ? plain : SYNONYMS[plain];
}

/** The type of a column for a logical type of the standard. */
export function dataTypeOf(logicalType: string | undefined): DataType {
  return (logicalType === undefined ? undefined : DATA_TYPES[logicalType]) ?? 'STRING';
}

function isDataType(name: string, known: readonly string[]): name is DataType {
  return known.includes(name);
}
