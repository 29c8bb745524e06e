// `npm run alerts -- --events 10000`: four servers deliver so many events to twelve alerts on a throw-away PostgreSQL, while one is
// stopped, one killed and one paused.
import { parseArgs } from 'node:util';
import { run } from './run.mjs';

const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } });
const test = 'test/postgres/alerts-on-four-servers.test.ts';
process.exitCode = await run('node', ['scripts/postgres.mjs', '--only', 'npx', 'vitest', 'run', test], {
  env: { ...process.env, CAIRN_TEST_ALERT_EVENTS: values.events },
});
