/** What happened to the data of the sample in a month: profiles, results of tests, the incident of the last one, loads. */
import type { CreateTestCaseResult } from '../../../contract/index.js';
import { type Command, type Fields, joinFqn, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { getEntitiesByFqns, getEntityByFqn, getSetting, putSetting } from '../../storage/index.js';
import { CONTRACT } from '../contracts/contract-names.js';
import { validateStored } from '../contracts/routes/validation-routes.js';
import { TEST_TYPE } from '../quality/edges.js';
import { storeRunResult } from '../quality/results/runnable-cases.js';
import { storeSample } from '../sample-data.js';
import { addTableProfile } from '../table/profile/profile-routes.js';
import { type Day, storeLoads } from './demo-loads.js';
import { DEMO_CONTRACT, DEMO_TABLE, demoTests } from './demo-meaning.js';
import { storeSamples } from './demo-samples.js';

/** Stores the history of the sample's table once: it can be changed and deleted, and does not come back. */
export const LOAD_DEMO_HISTORY = 'entities.loadDemoHistory';

const SETTING = 'demo.history';
const DAY = 86_400_000;
const HOUR = 3_600_000;
const DAYS = 30;
/** As many as the test of the table wants at least. */
const LEAST_ROWS = 45_000;

export const demoHistoryCommand: Command = {
  name: LOAD_DEMO_HISTORY,
  async run(_, scope) {
    if (await getSetting(scope.sql, SETTING)) return;
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc: 'true' });
    const table = present(await getEntityByFqn(scope.sql, 'table', DEMO_TABLE));
    const days = Array.from({ length: DAYS }, (_day, i) => dayOf(i, scope.context.now()));
    for (const day of days) await addTableProfile(table.id, profileOf(day), scope);
    await storeSample(table.id, sample(), scope);
    await storeSamples(scope);
    await addResults(days, scope);
    await storeLoads(table, days, scope);
    const contract = await getEntityByFqn(scope.sql, CONTRACT, joinFqn(DEMO_TABLE, `dataContract_${DEMO_CONTRACT}`));
    if (contract) await validateStored(contract, table, scope);
  },
};

/** Some more rows each day, fewer at weekends; on the last day a third of them is missing. */
function dayOf(i: number, now: number): Day {
  const isLast = i === DAYS - 1;
  return {
    at: Math.floor(now / HOUR) * HOUR - (DAYS - 1 - i) * DAY,
    rows: isLast ? 31_204 : Math.round(47_000 + 180 * i + 240 * Math.sin((2 * Math.PI * i) / 7)) + 31 * ((i * 37) % 11),
    isLast,
  };
}

function profileOf({ at, rows }: Day): Fields {
  const wave = Math.sin(at / DAY);
  const column = (name: string, figures: Fields): Fields => ({ name, timestamp: at, valuesCount: rows, ...figures });
  const nulls = (count: number) => ({ nullCount: count, nullProportion: count / rows });
  const distinct = (count: number) => ({ distinctCount: count, distinctProportion: count / rows });
  const customers = Math.round(rows * 0.31);
  return {
    tableProfile: {
      timestamp: at,
      rowCount: rows,
      columnCount: 6,
      sizeInByte: rows * 96,
      profileSample: 100,
      profileSampleType: 'PERCENTAGE',
    },
    columnProfile: [
      column('order_id', { ...nulls(0), ...distinct(rows), uniqueCount: rows, uniqueProportion: 1, min: 1, max: rows }),
      column('customer_id', { ...nulls(Math.round(40 + 8 * wave)), ...distinct(customers), min: 1, max: 24_380 }),
      column('ordered_at', {
        ...nulls(0),
        ...distinct(rows - 12),
        min: '2021-01-04T08:12:00Z',
        max: new Date(at - HOUR).toISOString(),
      }),
      column('status', {
        ...nulls(0),
        ...distinct(3),
        minLength: 4,
        maxLength: 8,
        cardinalityDistribution: statuses(rows),
      }),
      column('total_amount', {
        ...nulls(Math.round(12 + 3 * wave)),
        ...distinct(8_412),
        ...{ min: 0, max: 1_899, mean: 61.4 + wave, median: 44.9, stddev: 58.2, firstQuartile: 21, thirdQuartile: 79 },
        histogram: amounts(rows),
      }),
      column('currency', { ...nulls(0), ...distinct(4), minLength: 3, maxLength: 3 }),
    ],
    systemProfile: [{ timestamp: at, operation: 'INSERT', rowsAffected: Math.round(420 + 60 * wave) }],
  };
}

function statuses(rows: number): Fields {
  const shares = { sent: 0.81, paid: 0.13, returned: 0.06 };
  return {
    categories: Object.keys(shares),
    counts: Object.values(shares).map((share) => Math.round(rows * share)),
    percentages: Object.values(shares).map((share) => 100 * share),
    allValuesUnique: false,
  };
}

function amounts(rows: number): Fields {
  const shares = {
    '0 to 25': 0.29,
    '25 to 50': 0.26,
    '50 to 75': 0.18,
    '75 to 100': 0.11,
    '100 to 150': 0.09,
    '150 to 300': 0.05,
    '300 to 1,899': 0.02,
  };
  return {
    boundaries: Object.keys(shares),
    frequencies: Object.values(shares).map((share) => Math.round(rows * share)),
  };
}

function sample(): { columns: string[]; rows: (string | number)[][] } {
  const [statusNames, currencies] = [
    ['sent', 'paid', 'sent', 'returned'],
    ['EUR', 'EUR', 'USD', 'GBP'],
  ];
  return {
    columns: ['order_id', 'customer_id', 'ordered_at', 'status', 'total_amount', 'currency'],
    rows: Array.from({ length: 20 }, (_, i) => [
      90_001 + i,
      1_200 + ((i * 37) % 400),
      `2026-03-${String(1 + i).padStart(2, '0')}T1${i % 10}:05:00Z`,
      statusNames[i % 4] ?? '',
      Math.round(100 * (12.5 + ((i * 73) % 240))) / 100,
      currencies[i % 4] ?? '',
    ]),
  };
}

/** A result of each test and day. The last of the table is a failure, which opens an incident. */
async function addResults(days: readonly Day[], scope: Scope): Promise<void> {
  const paths = {
    [demoTests.rows]: DEMO_TABLE,
    [demoTests.unique]: joinFqn(DEMO_TABLE, 'order_id'),
    [demoTests.amount]: joinFqn(DEMO_TABLE, 'total_amount'),
    [demoTests.status]: joinFqn(DEMO_TABLE, 'status'),
  };
  const fqns = Object.entries(paths).map(([name, path]) => joinFqn(path, name));
  for (const { id, name } of await getEntitiesByFqns(scope.sql, TEST_TYPE.case, fqns))
    for (const day of days) await storeRunResult(id, resultOf(name, day), undefined, scope);
}

function resultOf(name: string, { at, rows }: Day): CreateTestCaseResult {
  const value = (figure: string, found: number) => [{ name: figure, value: String(found) }];
  if (name === demoTests.rows) {
    const passed = rows >= LEAST_ROWS;
    return {
      timestamp: at,
      testCaseStatus: passed ? 'Success' : 'Failed',
      result: passed
        ? `The table has ${shown(rows)} rows`
        : `The table has ${shown(rows)} rows, ${shown(LEAST_ROWS)} to 60,000 are expected`,
      testResultValue: value('rowCount', rows),
    };
  }
  const figure: Readonly<Record<string, string>> = {
    [demoTests.unique]: 'duplicateCount',
    [demoTests.amount]: 'min',
    [demoTests.status]: 'unknownValues',
  };
  return {
    timestamp: at,
    testCaseStatus: 'Success',
    result: 'All rows pass',
    testResultValue: value(figure[name] ?? 'failedRows', 0),
  };
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
