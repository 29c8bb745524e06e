/** What tests can compute of a column, by its data type in the catalog. */
export type ColumnFamily = 'number' | 'text' | 'time' | 'other';

const FAMILIES: Readonly<Record<Exclude<ColumnFamily, 'other'>, readonly string[]>> = {
  number: [
    'NUMBER',
    'TINYINT',
    'SMALLINT',
    'INT',
    'LONG',
    'BIGINT',
    'BYTEINT',
    'FLOAT',
    'DOUBLE',
    'DECIMAL',
    'NUMERIC',
  ],
  text: ['STRING', 'MEDIUMTEXT', 'TEXT', 'CHAR', 'VARCHAR', 'NTEXT'],
  time: ['TIMESTAMP', 'TIMESTAMPZ', 'TIME', 'DATE', 'DATETIME'],
};

export function familyOf(dataType: string): ColumnFamily {
  if (FAMILIES.number.includes(dataType)) return 'number';
  if (FAMILIES.text.includes(dataType)) return 'text';
  return FAMILIES.time.includes(dataType) ? 'time' : 'other';
}
