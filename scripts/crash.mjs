// `npm run crash -- --rounds 30`: kills the server in the middle of writes as often as asked and checks the data afterwards.
// With CAIRN_TEST_DATABASE_URL also on PostgreSQL (`node scripts/postgres.mjs npm run crash`).
import { parseArgs } from 'node:util';
import { localProgram, run } from './run.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
process.exitCode = await run(localProgram('vitest'), ['run', 'test/crash'], {
  env: { ...process.env, CAIRN_TEST_CRASH_ROUNDS: values.rounds },
});
