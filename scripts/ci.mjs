// Everything a change must pass, from a clean checkout, step by step: what fails is shown by its last lines, later
// steps still run, and the last line counts tests over all steps. Uses nothing but Node until `npm ci` has run.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

const npm = (...args) => ['npm', ['run', '--silent', ...args]];
const install = {
  name: 'install',
  command: ['npm', ['ci', '--no-audit', '--no-fund']],
  minutes: 6,
};
const mariadb = { name: 'MariaDB', command: ['node', ['scripts/mariadb-server.mjs', '--install']], minutes: 5 };
const chromium = { name: 'Chromium', command: ['node', ['scripts/browser.mjs', '--install']], minutes: 5 };
const python = { name: 'Python programs', command: ['node', ['scripts/python-programs.mjs']], minutes: 10 };
const check = { name: 'check', command: npm('check'), minutes: 5 };
const build = { name: 'build', command: npm('build'), minutes: 3 };
// A change to the pages is judged in a browser.
const test = { name: 'test', command: npm('test'), minutes: 45, env: { CAIRN_TEST_BROWSER_REQUIRED: '1' } };
const testOnPostgres = { name: 'test on PostgreSQL', command: npm('test:pg'), minutes: 45 };
const golden = { name: 'golden cases', command: npm('golden'), minutes: 5 };
// `env` undoes CI where a missing Python means "skipped", not "failed".
const ingestion = { name: 'ingestion end to end', command: npm('e2e:ingest'), minutes: 10, env: { CI: '' } };
const families = { name: 'service families end to end', command: npm('e2e:families'), minutes: 6, env: { CI: '' } };
const quality = { name: 'tests of data end to end', command: npm('e2e:quality'), minutes: 10, env: { CI: '' } };
const sdk = { name: 'Python SDK end to end', command: npm('e2e:sdk'), minutes: 6, env: { CI: '' } };
const openapi = { name: 'OpenAPI with tools of others', command: npm('openapi:check'), minutes: 6 };
const docs = {
  name: 'documentation page',
  command: npm('docs:check'),
  minutes: 3,
  env: { CAIRN_TEST_BROWSER_REQUIRED: '1' },
};
const history = {
  name: 'history',
  command: npm('history', '--', '--seconds', '20', '--kills', '1'),
  minutes: 5,
};
const fuzz = { name: 'generated requests', command: npm('fuzz'), minutes: 25 };

// A phase begins when the one before it ended. Its jobs start in their order, two side by side: the next one starts when one has
// ended. The steps of a job run one after another. Downloads run beside what computes. Tests use both cores of a small machine; of the last steps each
// uses about one, and the longest start first, so that no core is idle at the end.
const PHASES = [
  // One after another, since packages are installed under a lock.
  [
    [mariadb, chromium],
    [check, build],
  ],
  [[python], [test]],
  [[testOnPostgres]],
  [[ingestion], [fuzz], [history], [openapi], [quality], [sdk], [docs], [families], [golden]],
];
const LANES = 2;
const TAIL = 40;
const MOST_NAMES = 200;
const WIDTH = 300;
const BUDGET = 85 * 60_000;

const started = Date.now();
const logs = mkdtempSync(join(tmpdir(), 'cairn-ci-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) endGroup(child, 'SIGKILL');
    rmSync(logs, { recursive: true, force: true });
    process.exit(130);
  });

// Without the packages, no later step can run.
if (await report(install)) for (const jobs of PHASES) await runJobs(jobs);
rmSync(logs, { recursive: true, force: true });
console.log(`${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed ? 1 : 0);

async function runJobs(jobs) {
  const left = [...jobs];
  const runNext = async () => {
    for (let job = left.shift(); job; job = left.shift()) for (const step of job) await report(step);
  };
  await Promise.all(Array.from({ length: LANES }, runNext));
}

/** Runs a step and prints its result at once; true if it passed. */
async function report(step) {
  const { code, output, seconds, timedOut } = await runStep(step, join(logs, `${step.name}.log`));
  const counted = countTests(output);
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
  const skipped = /^.* skipped: .*$/m.exec(output)?.[0];
  // Some tests of a step may be skipped, for a reason that is shown.
  const outcome = code !== 0 ? 'FAILED ' : skipped && counted.passed === 0 ? 'skipped' : 'ok     ';
  console.log(
    `${outcome} ${step.name} (${seconds.toFixed(1)} s)${skipped ? ` ${skipped}` : ''}${timedOut ? ' out of time' : ''}`,
  );
  for (const test of retriedTests(output)) console.log(`    passed at the second try: ${test}`);
  if (code !== 0) console.log(whatFailed(output).replace(/^/gm, '    | '));
  return code === 0;
}

async function runStep({ command: [program, args], minutes, env }, logPath) {
  const begun = Date.now();
  const log = createWriteStream(logPath);
  // A process group of its own, so that processes that a step left running are ended with it.
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  let timedOut = false;
  const allowed = Math.min(minutes * 60_000, BUDGET - (Date.now() - started));
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child, 'SIGTERM');
    setTimeout(() => endGroup(child, 'SIGKILL'), 15_000).unref();
  }, allowed);
  const code = await new Promise((done) => {
    child.on('error', () => done(127));
    child.on('exit', (status) => done(status ?? 1));
  });
  clearTimeout(timer);
  endGroup(child, 'SIGKILL');
  running.delete(child);
  await new Promise((done) => log.end(done));
  const output = stripVTControlCharacters(readFileSync(logPath, 'utf8'));
  return { code: timedOut ? 1 : code, output, seconds: (Date.now() - begun) / 1000, timedOut };
}

function endGroup(child, signal) {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group is gone
  }
}

// The names of all failed tests first, since a CI record may hold only the first lines; then errors, then the last lines
// without tests that passed and what they printed.
function whatFailed(output) {
  const lines = output.trimEnd().split('\n');
  const errors = lines.filter((line) => /^\s*([A-Za-z]*Error:|⎯+ Unhandled)|error TS\d+|^not ok/.test(line));
  const tail = lines.filter((line) => !/^\s*[✓↓] |^stdout \| /.test(line)).slice(-TAIL);
  const names = failedTests(lines);
  const shown = names.slice(0, MOST_NAMES);
  if (names.length > shown.length) shown.push(`and ${names.length - shown.length} more`);
  return [...shown, ...new Set(errors.slice(0, 15)), '...', ...tail].map((line) => line.slice(0, WIDTH)).join('\n');
}

/** Each once, however often its errors are shown. */
function failedTests(lines) {
  const names = lines.map((line) => /^\s*FAIL\s+(.*)$/.exec(line)?.[1].trim()).filter(Boolean);
  return [...new Set(names)].map((name) => `FAIL ${name}`);
}

/** Tests that passed at the second try, behind their files. */
function retriedTests(output) {
  const found = [];
  let file = '';
  for (const line of output.split('\n')) {
    file = /^\s*[✓❯] (\S+\.test\.ts) /.exec(line)?.[1] ?? file;
    const retried = /^\s*✓ (.*\(retry x\d+\))/.exec(line)?.[1];
    if (retried) found.push(`${file} > ${retried}`.slice(0, WIDTH));
  }
  return [...new Set(found)];
}

// The closing lines of vitest ("Tests  1 failed | 37 passed (38)") and of our own players ("37 passed, 1 failed").
function countTests(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const line of output.split('\n')) {
    const summary =
      /^\s*Tests\s+(.*\d+ (?:passed|failed|skipped).*)$/.exec(line) ??
      /^(\d+ (?:checks )?passed, \d+ failed.*)$/.exec(line);
    if (!summary) continue;
    for (const [, count, kind] of summary[1].matchAll(/(\d+) (?:checks )?(passed|failed|skipped)/g))
      counts[kind] += Number(count);
  }
  return counts;
}
