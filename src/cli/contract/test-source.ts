/** Checks what a document of the standard promises in a database. */
import { isObject, type JsonObject } from '../../../contract/index.js';
import {
  allRowsStatement,
  duplicatesStatement,
  EgressError,
  invalidStatement,
  missingStatement,
  namedColumnsStatement,
  quoteIdentifier,
  quoteTable,
  type SourceProduct,
  type SourceTable,
} from '../../egress/index.js';
import { columnOf } from '../../entities/index.js';
import {
  dataTypeNamed,
  isCompatible,
  numberIn,
  type OdcsObject,
  objectsIn,
  type QualityRule,
  readQualityRule,
  textIn,
} from '../../odcs/index.js';
import type { OpenedSource } from './open-source.js';
import type { Check } from './report.js';

/** A column of the source. */
interface Column {
  name: string;
  type: string;
}

interface Tested extends Pick<OpenedSource, 'product' | 'source'> {
  table: SourceTable;
  columns: ReadonlyMap<string, Column>;
  types: readonly string[];
}

/** `types`: the names of all types of columns. `schema`: where the table is; null for the default of the connection. */
export async function testObject(
  object: OdcsObject,
  { product, source }: OpenedSource,
  { schema, types }: { schema: string | null; types: readonly string[] },
): Promise<Check[]> {
  const table = { schema, name: textIn(object.physicalName) ?? object.name };
  const { rows } = await source.query(namedColumnsStatement(product, table));
  const columns = new Map(
    rows.map(([name, type]) => [String(name).toLowerCase(), { name: String(name), type: String(type) }]),
  );
  if (columns.size === 0)
    return [{ what: `table ${table.name}`, status: 'failed', detail: 'the source has no such table' }];
  const tested: Tested = { product, source, table, columns, types };
  const checks: Check[] = [];
  for (const property of objectsIn(object.properties)) checks.push(...(await testProperty(property, tested)));
  checks.push(...(await testKey(object, tested)));
  for (const rule of objectsIn(object.quality)) checks.push(...(await testRule(readQualityRule(rule), tested)));
  return checks;
}

const nameOf = (property: JsonObject): string => textIn(property.physicalName) ?? String(property.name);

async function testProperty(property: JsonObject, tested: Tested): Promise<Check[]> {
  const name = nameOf(property);
  const column = tested.columns.get(name.toLowerCase());
  const what = `column ${name}`;
  if (!column) return [{ what, status: 'failed', detail: 'the table has no such column' }];
  const checks = [{ what, ...compareType(property, column, tested) }];
  if (property.required === true)
    checks.push(
      await counted(
        `${what} is required`,
        missingStatement(tested.product, tested.table, column.name, []),
        'are null',
        tested,
      ),
    );
  if (property.unique === true && property.primaryKey !== true)
    checks.push(
      await counted(
        `${what} is unique`,
        duplicatesStatement(tested.product, tested.table, [column.name]),
        'repeat a value',
        tested,
      ),
    );
  for (const rule of objectsIn(property.quality)) checks.push(...(await testRule(readQualityRule(rule, name), tested)));
  return checks;
}

function compareType(property: JsonObject, { type }: Column, { product, types }: Tested): Omit<Check, 'what'> {
  if (property.logicalType === undefined && property.physicalType === undefined) return { status: 'passed' };
  const wanted = columnOf(property, types).dataType;
  const found = dataTypeNamed(type, types);
  if (found === undefined)
    return {
      status: 'unchecked',
      detail: `the source calls its type ${JSON.stringify(type)}, which cannot be compared with ${wanted}`,
    };
  if (isCompatible(wanted, found) || (product === 'sqlite' && isStoredAs(wanted, found))) return { status: 'passed' };
  return { status: 'failed', detail: `expected ${wanted}, got ${type}` };
}

/** SQLite has no types for times and truth values. */
function isStoredAs(wanted: string, found: string): boolean {
  const [times, truth] = [['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPZ', 'DATETIME'], ['BOOLEAN']];
  if (times.includes(wanted)) return ['TEXT', 'INT', 'FLOAT', 'NUMERIC'].includes(found);
  return truth.includes(wanted) && ['INT', 'NUMERIC', 'TEXT'].includes(found);
}

/** The columns of a primary key are never null, and unique together. */
async function testKey(object: OdcsObject, tested: Tested): Promise<Check[]> {
  const key = objectsIn(object.properties).filter(({ primaryKey }) => primaryKey === true);
  const columns = key.flatMap((property) => tested.columns.get(nameOf(property).toLowerCase())?.name ?? []);
  if (key.length === 0 || columns.length < key.length) return [];
  const checks: Check[] = [];
  for (const column of columns)
    checks.push(
      await counted(
        `key column ${column} is required`,
        missingStatement(tested.product, tested.table, column, []),
        'are null',
        tested,
      ),
    );
  const statement = duplicatesStatement(tested.product, tested.table, columns);
  return [...checks, await counted(`key (${columns.join(', ')}) is unique`, statement, 'repeat a value', tested)];
}

async function counted(what: string, statement: string, words: string, tested: Tested): Promise<Check> {
  return guarded(what, async () => {
    const count = numberIn(await value(statement, tested)) ?? 0;
    return count === 0 ? { status: 'passed' } : { status: 'failed', detail: `${count} rows ${words}` };
  });
}

/** A statement that the source rejects, or does not finish in time, leaves a promise unchecked. */
async function guarded(what: string, check: () => Promise<Omit<Check, 'what'>>): Promise<Check> {
  try {
    return { what, ...(await check()) };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { what, status: 'unchecked', detail: error.message };
  }
}

async function testRule(rule: QualityRule | null, tested: Tested): Promise<Check[]> {
  if (rule === null) return [];
  const what = `quality rule ${rule.name}${rule.column === undefined ? '' : ` on ${rule.column}`}`;
  if (rule.kind === 'unchecked') return [{ what, status: 'unchecked', detail: rule.reason }];
  const check = await guarded(what, async () => {
    const found: Measured =
      rule.kind === 'sql' ? await value(queryOf(rule, tested), tested) : await measure(rule, tested);
    if (isUnmeasured(found)) return { status: 'unchecked', detail: found.reason };
    if (rule.wanted.holds(found)) return { status: 'passed' };
    return { status: 'failed', detail: `the value is ${String(found)}, and ${rule.wanted.text}` };
  });
  return [check];
}

type Unmeasured = { reason: string };
type Value = string | number | bigint | boolean | Uint8Array | null;
type Measured = Value | Unmeasured;

function isUnmeasured(found: Measured): found is Unmeasured {
  return typeof found === 'object' && found !== null && 'reason' in found;
}

async function measure(rule: Extract<QualityRule, { kind: 'metric' }>, tested: Tested): Promise<Measured> {
  const statement = statementOf(rule, tested);
  if (typeof statement === 'object') return statement;
  const found = await value(statement, tested);
  if (!rule.percent) return found;
  const rows = numberIn(await value(allRowsStatement(tested.product, tested.table), tested)) ?? 0;
  return rows === 0 ? { reason: 'the table has no rows' } : ((numberIn(found) ?? 0) / rows) * 100;
}

function statementOf(
  { metric, column, arguments: given }: Extract<QualityRule, { kind: 'metric' }>,
  tested: Tested,
): string | Unmeasured {
  const { product, table, columns } = tested;
  if (metric === 'rowCount') return allRowsStatement(product, table);
  const listed = Array.isArray(given.properties) ? given.properties.map(String) : [];
  const names = column === undefined ? listed : [column];
  const found = names.flatMap((name) => columns.get(name.toLowerCase())?.name ?? []);
  const [first] = found;
  if (first === undefined || found.length < names.length)
    return { reason: `the table has no column ${names.join(', ')}` };
  const texts = (field: string) =>
    Array.isArray(given[field]) ? given[field].filter((one) => one !== null).map(String) : undefined;
  if (metric === 'duplicateValues') return duplicatesStatement(product, table, found);
  if (metric === 'nullValues') return missingStatement(product, table, first, []);
  if (metric === 'missingValues') return missingStatement(product, table, first, texts('missingValues') ?? []);
  const [valid, pattern] = [texts('validValues'), textIn(given.pattern)];
  if (!valid && pattern === undefined) return { reason: 'the rule does not say which values are valid' };
  return invalidStatement(product, table, first, { valid, pattern }) ?? { reason: 'SQLite has no regular expressions' };
}

/** Placeholders of the standard: `${object}` and `${property}`, and the older `${table}` and `${column}`. */
function queryOf(
  { query, column }: Extract<QualityRule, { kind: 'sql' }>,
  { product, table, columns }: Tested,
): string {
  const name = column === undefined ? undefined : (columns.get(column.toLowerCase())?.name ?? column);
  return query
    .replaceAll(/\$?\{(object|table|model|schema\.object)\}/g, () => quoteTable(product, table))
    .replaceAll(/\$?\{(property|column|field)\}/g, (text) =>
      name === undefined ? text : quoteIdentifier(product, name),
    );
}

/** The first value of the first row. */
async function value(statement: string, { source }: Pick<Tested, 'source'>): Promise<Value> {
  const { rows } = await source.query(statement);
  return rows[0]?.[0] ?? null;
}

/** Where the table is, by the servers of the document that fit the source. */
export function schemaIn(servers: unknown, product: SourceProduct): string | null {
  const kinds: Readonly<Record<SourceProduct, readonly string[]>> = {
    postgres: ['postgres', 'postgresql'],
    mysql: ['mysql'],
    sqlite: [],
  };
  const fitting = objectsIn(servers).filter(
    (server) => isObject(server) && kinds[product].includes(String(server.type)),
  );
  const [only, ...more] = fitting;
  const named = textIn(product === 'mysql' ? only?.database : only?.schema);
  return more.length === 0 && named !== undefined ? named : null;
}
