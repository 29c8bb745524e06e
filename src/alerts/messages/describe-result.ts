// Results of tests, suites and contracts.
import { isObject, listOf } from '../../../contract/index.js';
import { type Block, bold, type Inline, plain } from '../../mail/index.js';
import { cutText } from './cut.js';
import { labelOf, textOf, titleOf } from './describe-change.js';

const MOST_FAILURES = 5;
const MOST_ROWS = 10;
const MOST_COLUMNS = 10;

/** `entity` is the test case. */
export function describeTestResult(result: unknown, entity: Record<string, unknown>): Block[] {
  if (!isObject(result)) return [];
  const facts: (readonly [string, string])[] = [
    ['Status', textOf(result.testCaseStatus)],
    ['Test', labelOf(entity.testDefinition ?? '')],
    ['Table', textOf(entity.entityFQN)],
    [
      'Parameters',
      listOf(entity.parameterValues, isObject)
        .map(({ name, value }) => `${textOf(name)} = ${textOf(value)}`)
        .join(', '),
    ],
    ['Bounds', bounds(result)],
    ['Rows passed', rowsText(result.passedRows, result.passedRowsPercentage)],
    ['Rows failed', rowsText(result.failedRows, result.failedRowsPercentage)],
  ];
  const message = textOf(result.result);
  return [
    factList(facts),
    ...(message === '' ? [] : [{ kind: 'quote', content: [plain(cutText(message, 2000))] } satisfies Block]),
    ...sampleOf(entity.failedRowsSample),
  ];
}

/** Counts per status, and the first that failed. */
export function describeTotals(summary: unknown): Block[] {
  if (Array.isArray(summary)) return totalsOfList(summary.filter(isObject));
  if (!isObject(summary)) return [];
  const facts = Object.entries(summary)
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
    .map(([name, value]) => [titleOf(name), textOf(value)] as const);
  return facts.length === 0 ? [] : [factList(facts.slice(0, 20))];
}

function totalsOfList(results: readonly Record<string, unknown>[]): Block[] {
  const counts = new Map<string, number>();
  for (const { status } of results) counts.set(textOf(status), (counts.get(textOf(status)) ?? 0) + 1);
  const failed = results.filter(({ status }) => status === 'Failed').map(({ testCaseName }) => textOf(testCaseName));
  const facts = [...counts].map(([status, count]) => [status, String(count)] as const);
  const more = failed.length - MOST_FAILURES;
  const items: Inline[][] = failed.slice(0, MOST_FAILURES).map((name) => [plain(cutText(name, 300))]);
  if (more > 0) items.push([plain(`… and ${more} more`)]);
  return [factList(facts), ...(items.length === 0 ? [] : [{ kind: 'list', items } satisfies Block])];
}

function factList(facts: readonly (readonly [string, string])[]): Block {
  const items = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [bold(`${name}: `), plain(cutText(value, 1000))]);
  return { kind: 'list', items };
}

function bounds({ minBound, maxBound }: Record<string, unknown>): string {
  const [low, high] = [textOf(minBound), textOf(maxBound)];
  return low === '' && high === '' ? '' : `${low || '…'} to ${high || '…'}`;
}

function rowsText(rows: unknown, percentage: unknown): string {
  const [count, part] = [textOf(rows), textOf(percentage)];
  return part === '' ? count : `${count} (${part} %)`;
}

function sampleOf(sample: unknown): Block[] {
  if (!isObject(sample) || !Array.isArray(sample.columns) || !Array.isArray(sample.rows)) return [];
  const header = sample.columns.slice(0, MOST_COLUMNS).map(textOf);
  const rows = sample.rows
    .filter((row) => Array.isArray(row))
    .slice(0, MOST_ROWS)
    .map((row) => header.map((_, column) => cutText(textOf(row[column]), 200)));
  return header.length === 0 || rows.length === 0 ? [] : [{ kind: 'grid', header, rows }];
}
