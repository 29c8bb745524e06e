// What the catalog of the measurements holds: tables of twelve columns with owners and tags.
const types = ['BIGINT', 'VARCHAR', 'TIMESTAMP', 'NUMERIC', 'BOOLEAN', 'DATE'];

export const TABLES_PER_SCHEMA = 1000;
export const schemaName = (i) => `s${String(i).padStart(5, '0')}`;
export const tableName = (i) => `t${String(i).padStart(4, '0')}`;

/** A create request without owners and tags. */
export function createTable(name, databaseSchema) {
  return {
    name,
    databaseSchema,
    tableType: 'Regular',
    description: `What ${name} records, one row for each order line that was delivered`,
    columns: Array.from({ length: 12 }, (_, i) => column(i)),
  };
}

function column(i) {
  const dataType = types[i % types.length];
  return {
    name: `column_${i}`,
    dataType,
    ...(dataType === 'VARCHAR' ? { dataLength: 120 } : {}),
    ...(i === 0 ? { constraint: 'PRIMARY_KEY', description: 'Number of the order line' } : {}),
  };
}

/** With what the pages of the measurement show. */
export function tableWithOwner(name, databaseSchema, ownerId) {
  const label = (tagFQN) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
  const table = createTable(name, databaseSchema);
  table.columns[1].tags = [label('Bench.Personal')];
  return { ...table, owners: [{ id: ownerId, type: 'user' }], tags: [label('Bench.Checked')] };
}
