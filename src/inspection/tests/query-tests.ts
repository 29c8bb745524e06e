/** Tests that run a statement of their own: written by a person, with the test case or with its definition. */
import { countResult, countRows, EgressError, type SourceRows } from '../../egress/index.js';
import { type ServiceSource, withoutSemicolons } from '../source/index.js';
import type { TestParameters } from './test-parameters.js';
import { CannotRun, passed, type RowCounts, type Verdict } from './verdict.js';

export interface QuerySubject {
  source: ServiceSource;
  /** The quoted name of the table. */
  table: string;
  parameters: TestParameters;
  countsRows: boolean;
}

export interface QueryVerdict extends Verdict {
  /** A query that returns the rows that failed. */
  failingQuery?: string;
}

const OPERATORS: Readonly<Record<string, (found: number, expected: number) => boolean>> = {
  '==': (found, expected) => found === expected,
  '!=': (found, expected) => found !== expected,
  '<': (found, expected) => found < expected,
  '<=': (found, expected) => found <= expected,
  '>': (found, expected) => found > expected,
  '>=': (found, expected) => found >= expected,
};

/** Compares the number of rows that a query returns, or the number that it returns, with a threshold. */
export async function runCustomQuery({ source, table, parameters, countsRows }: QuerySubject): Promise<QueryVerdict> {
  const query = withoutSemicolons(parameters.required('sqlExpression')).trim();
  const operator = parameters.text('operator') || '<=';
  const threshold = parameters.number('threshold', 0);
  const compare = OPERATORS[operator];
  if (!compare) throw new CannotRun(`operator must be one of ${Object.keys(OPERATORS).join(', ')}`);
  const isCount = parameters.text('strategy') === 'COUNT';
  const found = isCount ? wholeNumber(await source.query(query)) : await countQuery(source, query);
  const isMet = compare(found, threshold);
  return {
    status: passed(isMet),
    result: `The query ${isCount ? 'returned' : 'found'} ${found}${isCount ? '' : ' rows'}, expected ${operator} ${threshold}.`,
    values: [{ name: 'resultRowCount', value: String(found) }],
    ...(countsRows ? await countsOf({ found, isMet, operator, threshold }, { source, table, parameters }) : {}),
    ...(isCount ? {} : { failingQuery: query }),
  };
}

/** Which rows count as failed follows from the operator: with `<=` those found, with `>=` those not found. */
async function countsOf(
  { found, isMet, operator, threshold }: { found: number; isMet: boolean; operator: string; threshold: number },
  { source, table, parameters }: Pick<QuerySubject, 'source' | 'table' | 'parameters'>,
): Promise<{ rows: RowCounts }> {
  const partition = parameters.text('partitionExpression');
  const total = wholeNumber(await source.query(countRows(table, partition || '1 = 1')));
  const rest = Math.max(0, total - found);
  const counts = (good: number, bad: number) => ({
    rows: { total, passed: Math.max(0, good), failed: Math.max(0, bad) },
  });
  if (operator.startsWith('>')) return counts(found, rest);
  if (operator.startsWith('<')) return counts(rest, found);
  if (operator === '!=') return isMet ? counts(found, 0) : counts(0, total || found);
  if (isMet || found <= threshold) return counts(found, rest);
  return counts(total - (found - threshold), found - threshold);
}

/** Counts in the source. A query that cannot stand inside of another one is fetched, as far as rows may be. */
async function countQuery(source: ServiceSource, query: string): Promise<number> {
  const counted = await source.query(countResult(query)).catch((error: unknown) => {
    if (error instanceof EgressError && error.failure === 'failed') return null;
    throw error;
  });
  if (counted) return wholeNumber(counted);
  const { rows, cut } = await source.query(query);
  if (cut) throw new CannotRun(`the query returns more than ${rows.length} rows, and the source cannot count them`);
  return rows.length;
}

/** Finds the rows that the SQL of a definition selects, which should be none. */
export async function runDefinedQuery(
  template: string,
  { source, table, parameters }: Omit<QuerySubject, 'countsRows'>,
  { column, literal }: { column: string | null; literal(text: string): string },
): Promise<QueryVerdict> {
  const given = new Map(parameters.all().map(([name, value]) => [name, literal(value)]));
  given.set('table_name', table);
  if (column !== null) given.set('column_name', column);
  const query = withoutSemicolons(filled(template, given)).trim();
  const found = await countQuery(source, query);
  return {
    status: passed(found === 0),
    result: `Found ${found} rows that fulfil the condition, expected none.`,
    values: [{ name: 'Row Count', value: String(found) }],
    failingQuery: query,
  };
}

/** Replaces `{{ name }}`. Values are literals, so no value changes the statement. */
function filled(template: string, values: ReadonlyMap<string, string>): string {
  if (/\{%/.test(template)) throw new CannotRun('sqlExpression has statements of templates, which need a runner');
  return template.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined)
      throw new CannotRun(`sqlExpression uses ${name}; there are ${[...values.keys()].join(', ')}`);
    return value;
  });
}

function wholeNumber({ rows }: SourceRows): number {
  const value = rows[0]?.[0];
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN);
  // The value is data of the source, which not everybody who sees results may see.
  if (!Number.isSafeInteger(number)) throw new CannotRun('the query must return a whole number');
  return number;
}
