// `npm run bench`: measures the goals of the product and writes bench/results.json and results.md.
// --only get,page,post,patch,memory,first-requests,delete,crowded-delete,removed-holders,scale,search,rights,rename,long-lists,results,alerts   --tables 10000   --kept FOLDER for catalogs made before
// --postgres: get,fields,page,post,patch,search on both databases in turns, at the sizes of --sizes 10000,100000,1000000
// alerts: --events 5000 --alerts 10000 --backlog 100000 --on sqlite,postgres
// rename: --usages 100000 --below 5000 --on sqlite,postgres   results: --test-results 1000000 --cases 10000 --on sqlite,postgres
// long-lists: --members 10000 --on sqlite,postgres
// --rounds 5   --seconds 5   --results FILE   --profile FOLDER (a CPU profile of the rates)   --check fails on a missed goal
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRates } from './bench/compare-rates.mjs';
import { compareSearch } from './bench/compare-search.mjs';
import { tool } from './bench/load.mjs';
import { measureAlerts } from './bench/measure-alerts.mjs';
import { measureCrowdedDeletion } from './bench/measure-crowded-deletion.mjs';
import { measureDeletion } from './bench/measure-deletion.mjs';
import { measureFirstRequests } from './bench/measure-first-requests.mjs';
import { measureLongLists } from './bench/measure-long-lists.mjs';
import { measureMemory } from './bench/measure-memory.mjs';
import { measureRates } from './bench/measure-rates.mjs';
import { measureRemovedHolders } from './bench/measure-removed-holders.mjs';
import { measureRename } from './bench/measure-rename.mjs';
import { measureResults } from './bench/measure-results.mjs';
import { measureRights } from './bench/measure-rights.mjs';
import { measureScale } from './bench/measure-scale.mjs';
import { measureSearch } from './bench/measure-search.mjs';
import { line, writeReport } from './bench/report.mjs';
import { buildServer } from './build-server.mjs';
import { root } from './run.mjs';

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default:
        'get,fields,page,post,patch,memory,first-requests,delete,crowded-delete,removed-holders,scale,search,rights,rename,long-lists,results,alerts',
    },
    tables: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    middle: { type: 'string', default: '100000' },
    deleted: { type: 'string', default: '100000' },
    crowded: { type: 'string', default: '95000' },
    users: { type: 'string', default: '10000' },
    policies: { type: 'string', default: '500' },
    events: { type: 'string', default: '5000' },
    alerts: { type: 'string', default: '10000' },
    backlog: { type: 'string', default: '100000' },
    usages: { type: 'string', default: '100000' },
    'test-results': { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '10000' },
    below: { type: 'string', default: '5000' },
    members: { type: 'string', default: '10000' },
    on: { type: 'string', default: 'sqlite,postgres' },
    kept: { type: 'string', default: join(tmpdir(), 'cairn-bench') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    results: { type: 'string', default: join(root, 'bench', 'results.json') },
    profile: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    check: { type: 'boolean', default: false },
  },
});
const wanted = new Set(values.only.split(','));
const [tables, middle, large, deleted, crowded, rounds, seconds] = [
  'tables',
  'middle',
  'large',
  'deleted',
  'crowded',
  'rounds',
  'seconds',
].map((name) => Number(values[name]));
const kept = resolve(values.kept);
const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-run-'));
const common = { rounds, seconds, kept, scratch };
const sizes = values.sizes.split(',').map(Number);
const onBoth = [
  [
    'rates on both databases',
    ['get', 'fields', 'page', 'post', 'patch'],
    () => compareRates({ ...common, wanted, sizes, profile: values.profile }),
  ],
  ['search on both databases', ['search'], () => compareSearch({ ...common, sizes })],
];
const onSqlite = [
  [
    'rates',
    ['get', 'page', 'post', 'patch'],
    () => measureRates({ ...common, wanted, tables, profile: values.profile }),
  ],
  ['start and memory', ['memory'], () => measureMemory({ ...common, tables: deleted })],
  ['first requests', ['first-requests'], () => measureFirstRequests(common)],
  ['deletion', ['delete'], () => measureDeletion({ ...common, tables: deleted })],
  ['many deletions', ['crowded-delete'], () => measureCrowdedDeletion({ ...common, crowded })],
  ['deletions of owners and domains', ['removed-holders'], () => measureRemovedHolders({ ...common, tables: deleted })],
  ['scale', ['scale'], () => measureScale({ ...common, small: 10_000, large })],
  ['search', ['search'], () => measureSearch({ ...common, sizes: [middle, large] })],
  [
    'rights',
    ['rights'],
    () => measureRights({ ...common, tables, users: Number(values.users), policies: Number(values.policies) }),
  ],
  [
    'alerts, on both databases',
    ['alerts'],
    () =>
      measureAlerts({
        ...common,
        events: Number(values.events),
        alerts: Number(values.alerts),
        backlog: Number(values.backlog),
        on: values.on.split(','),
        profile: values.profile,
      }),
  ],
  [
    'renames, moves and deletions, on both databases',
    ['rename'],
    () =>
      measureRename({
        ...common,
        usages: Number(values.usages),
        below: Number(values.below),
        on: values.on.split(','),
      }),
  ],
  [
    'writes of long lists, on both databases',
    ['long-lists'],
    () => measureLongLists({ ...common, members: Number(values.members), on: values.on.split(',') }),
  ],
  [
    'results of tests, on both databases',
    ['results'],
    () =>
      measureResults({
        ...common,
        results: Number(values['test-results']),
        cases: Number(values.cases),
        on: values.on.split(','),
      }),
  ],
];

await buildServer();
mkdirSync(kept, { recursive: true });
if (tool !== 'wrk') console.log('wrk is not installed: the load comes from autocannon, which slows every figure');
const results = [];
try {
  for (const [title, names, measure] of values.postgres ? onBoth : onSqlite) {
    if (!names.some((name) => wanted.has(name))) continue;
    console.log(title);
    const measured = await measure();
    results.push(...measured);
    for (const result of measured) console.log(`  ${line(result)}`);
    writeReport(resolve(values.results), measured, { tool, rounds, seconds });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (values.check && results.some(({ met }) => !met)) process.exitCode = 1;
