// `npm run ranking`: how far up search puts what people want (nDCG@10) over 20,000 assets, on both databases, for each kind of
// query, with the queries that have the worst results. `-- --sqlite` leaves PostgreSQL out; `-- --worst 40` lists more of them.
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres-server.mjs';
import { localProgram, run } from './run.mjs';

const { values } = parseArgs({
  options: { sqlite: { type: 'boolean', default: false }, worst: { type: 'string', default: '12' } },
});
const { CAIRN_TEST_DATABASE_URL: given, ...rest } = process.env;
const postgres = values.sqlite || given ? null : await startPostgres();
const url = values.sqlite ? undefined : (given ?? postgres?.url);
process.exitCode = await run(
  localProgram('vitest'),
  ['run', 'test/search/ranking.test.ts', '--disableConsoleIntercept'],
  {
    env: { ...rest, CAIRN_TEST_RANKING_WORST: values.worst, ...(url ? { CAIRN_TEST_DATABASE_URL: url } : {}) },
  },
);
await postgres?.stop();
