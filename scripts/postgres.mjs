// `node scripts/postgres.mjs COMMAND ...` runs a command beside a PostgreSQL of its own, named by
// CAIRN_TEST_DATABASE_URL, and takes the server down afterwards. With `--only` before it, tests leave out SQLite.
// Without a command it serves until interrupted.
import { spawn } from 'node:child_process';
import { startPostgres } from './postgres-server.mjs';
import { root } from './run.mjs';

const given = process.argv.slice(2);
const only = given[0] === '--only';
const [program, ...args] = only ? given.slice(1) : given;
const postgres = await startPostgres();
console.error(`CAIRN_TEST_DATABASE_URL=${postgres.socketUrl}`);
process.exitCode = await (program ? runCommand() : interruption());
await postgres.stop();

function runCommand() {
  const env = {
    ...process.env,
    CAIRN_TEST_DATABASE_URL: postgres.socketUrl,
    ...(only ? { CAIRN_TEST_STORES: 'postgres' } : {}),
  };
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      done(127);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}

function interruption() {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => done(0));
  });
}
