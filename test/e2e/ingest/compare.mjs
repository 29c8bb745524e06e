// Reads the catalog over HTTP and compares it with what the source said.
import { constraintText, expectedTable, fqnOf } from './expected.mjs';

/** Everything below the service, as answered now: `{ services, databases, schemas, tables, routines }`. */
export async function readAnswered(api, { service, database }) {
  const prefix = fqnOf(service, database);
  const tableFields = 'tableConstraints,schemaDefinition,columns';
  return {
    services: [await api.get(`/services/databaseServices/name/${encodeURIComponent(service)}`)],
    databases: await api.all('/databases', { service }),
    schemas: await api.all('/databaseSchemas', { database: prefix }),
    tables: await api.all('/tables', { database: prefix, fields: tableFields }),
    routines: await routinesOf(api, prefix),
  };
}

async function routinesOf(api, prefix) {
  const schemas = await api.all('/databaseSchemas', { database: prefix });
  const lists = schemas.map((schema) => api.all('/storedProcedures', { databaseSchema: schema.fullyQualifiedName }));
  return (await Promise.all(lists)).flat();
}

/** Every table, view, column, type, constraint, comment and procedure of the source is there and equal; nothing more. */
export function compareAll(checks, answered, source, { service, database }) {
  const prefix = fqnOf(service, database);
  checks.equal(
    'databases',
    answered.databases.map((one) => one.fullyQualifiedName),
    [prefix],
  );
  checks.equal(
    'schemas',
    answered.schemas.map((schema) => [schema.name, schema.description ?? null]).sort(),
    source.schemas.map((schema) => [schema.name, schema.comment]).sort(),
  );
  compareTables(checks, answered.tables, source.tables, prefix);
  compareRoutines(checks, answered.routines, source.routines, prefix);
}

function compareTables(checks, answered, source, prefix) {
  const expected = source.map((table) => expectedTable(table, prefix));
  const fqns = (tables) => tables.map((table) => table.fullyQualifiedName).sort();
  checks.equal('tables', fqns(answered), fqns(expected));
  const found = new Map(answered.map((table) => [table.fullyQualifiedName, table]));
  for (const [index, wanted] of expected.entries()) {
    const table = found.get(wanted.fullyQualifiedName);
    if (table === undefined) continue;
    const { columns, ...rest } = wanted;
    for (const [key, value] of Object.entries(tableFacts(table))) {
      checks.equal(`${wanted.fullyQualifiedName} ${key}`, value, rest[key]);
    }
    checks.equal(
      `${wanted.fullyQualifiedName} columns`,
      table.columns.map((column) => column.name),
      columns.map((column) => column.name),
    );
    for (const column of columns) compareColumn(checks, table, column);
    compareDefinition(checks, table, source[index]);
  }
}

function tableFacts(table) {
  const constraints = table.tableConstraints ?? [];
  return {
    name: table.name,
    tableType: table.tableType,
    description: table.description ?? null,
    tableConstraints: constraints
      .map((one) => constraintText(one.constraintType, one.columns, one.referredColumns))
      .sort(),
    tablePartition:
      table.tablePartition?.columns.map(({ columnName, intervalType }) => ({ columnName, intervalType })) ?? null,
  };
}

// The length of a type without one is the client's own affair; every other fact is compared.
function compareColumn(checks, table, { dataLength, ...wanted }) {
  const column = table.columns.find((one) => one.name === wanted.name);
  if (column === undefined) return;
  const facts = Object.fromEntries(Object.keys(wanted).map((key) => [key, column[key] ?? null]));
  checks.equal(wanted.fullyQualifiedName, facts, wanted);
  if (dataLength !== null) checks.equal(`${wanted.fullyQualifiedName} length`, column.dataLength, dataLength);
}

function compareDefinition(checks, table, source) {
  if (source.definition === null) return;
  const plain = (text) => text?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const has = plain(table.schemaDefinition).endsWith(plain(source.definition));
  checks.that(`${table.fullyQualifiedName} definition`, has, plain(table.schemaDefinition).slice(0, 200));
}

function compareRoutines(checks, answered, source, prefix) {
  const facts = (list, view) => list.map(view).sort((left, right) => (left.fqn < right.fqn ? -1 : 1));
  checks.equal(
    'routines',
    facts(answered, (one) => ({
      fqn: one.fullyQualifiedName,
      type: one.storedProcedureType,
      comment: one.description ?? null,
      code: one.storedProcedureCode.code,
    })),
    facts(source, (one) => ({
      fqn: fqnOf(prefix, one.schema, one.name),
      type: one.kind === 'p' ? 'StoredProcedure' : 'Function',
      comment: one.comment,
      code: one.source,
    })),
  );
}

/** `{ fqn: 'version of kind' }` of everything, to see what a further run moved. */
export function versionsOf(answered) {
  const entries = Object.entries(answered).flatMap(([kind, list]) =>
    list.map((one) => [
      `${kind} ${one.fullyQualifiedName}`,
      { id: one.id, version: one.version, updatedAt: one.updatedAt },
    ]),
  );
  return Object.fromEntries(entries);
}
