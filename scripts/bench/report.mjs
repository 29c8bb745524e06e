// The results file: JSON for programs, a table for people.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { capture } from '../run.mjs';

/** Merges the results of this run into those of earlier runs, so that parts can be measured one at a time. */
export function writeReport(file, results, { tool, rounds, seconds }) {
  const known = readKnown(file);
  const run = { at: new Date().toISOString(), commit: commit(), tool, rounds, seconds };
  const merged = { ...known, ...Object.fromEntries(results.map((result) => [result.name, { ...result, run }])) };
  const machine = {
    processor: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    platform: process.platform,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, results: merged }, null, 1)}\n`);
  writeFileSync(file.replace(/\.json$/, '.md'), table(machine, Object.values(merged)));
}

function readKnown(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).results;
  } catch {
    return {};
  }
}

function commit() {
  const { code, output } = capture('git', ['rev-parse', '--short', 'HEAD']);
  return code === 0 ? output.trim() : '';
}

export function line(result) {
  const { title, value, unit, goal, most, met } = result;
  if (goal === null) return `       ${title}: ${number(value)} ${unit}, ${detail(result)}`;
  return `${met ? 'met   ' : 'MISSED'} ${title}: ${number(value)} ${unit} (goal ${most ? 'at most' : 'at least'} ${goal})`;
}

function table({ processor, cores, node }, results) {
  const rows = results
    .filter((result) => !isOfBoth(result))
    .map(
      (result) =>
        `| ${result.title} | ${number(result.value)} ${result.unit} | ${goalOf(result)} | ${detail(result)} | ${result.run.commit} |`,
    );
  const [{ run } = {}] = results;
  return `# Measurements

Made by \`npm run bench\`: ${cores} × ${processor}, Node ${node}; load by ${run?.tool} with one thread on the same machine, 8 connections.
Rates are compared with a bare \`node:http\` server that answers 2 KB, measured in the same rounds; the figure is the median of ${run?.rounds} rounds.
All servers, including the bare one, are warmed up first: 3 seconds of the same reads and 30 of the same writes.
Every request carries a token, and every write is durable when it is acknowledged. Readers cache references, labels and edges
until the next commit, so repeated pages cost less than the first.

| | measured | goal | met | more | commit |
| - | - | - | - | - | - |
${rows.join('\n')}
${tableOfBoth(results.filter(isOfBoth))}`;
}

/** Whether both databases were measured in turns. */
function isOfBoth({ detail: { sqlite, postgres } }) {
  return sqlite !== undefined && postgres !== undefined;
}

function tableOfBoth(results) {
  if (results.length === 0) return '';
  const cell = (of, unit) =>
    unit === 'of bare'
      ? `${number(of.value)} of bare, ${whole(of.rate)}/s, p99 ${number(of.p99)} ms`
      : `p50 ${number(of.p50)} ms, p99 ${number(of.p99)} ms`;
  const rows = results.map((result) => {
    const { sqlite, postgres } = result.detail;
    const { unit } = result;
    return `| ${result.title} | ${cell(sqlite, unit)} | ${cell(postgres, unit)} | ${goalOf(result)} | ${result.run.commit} |`;
  });
  return `
## Both databases

Made by \`npm run bench -- --postgres\`: a server on each, in the same rounds. PostgreSQL shares the machine and is durable
(\`fsync\`, \`synchronous_commit\`). The goals are those of PostgreSQL.

| | SQLite | PostgreSQL | goal | met | commit |
| - | - | - | - | - | - |
${rows.join('\n')}
`;
}

function goalOf({ goal, most, met }) {
  return goal === null ? '| ' : `${most ? '≤' : '≥'} ${goal} | ${met ? 'yes' : '**no**'}`;
}

function detail({ detail: of, unit }) {
  if (of.found !== undefined) return `p50 ${number(of.p50)} ms, hits are ${number(of.found * 100)} % of all`;
  if (of.postgres && of.sqlite)
    return `p50 ${number(of.postgres.p50)} ms; SQLite p50 ${number(of.sqlite.p50)} ms, p99 ${number(of.sqlite.p99)} ms`;
  if (unit === '%' && of.rates) return `${whole(of.with)}/s against ${whole(of.without)}/s`;
  if (of.without) return `${number(of.with)} ms against ${number(of.without)} ms`;
  if (unit === 's') return `${whole(of.rate)} tables a second`;
  if (unit === 'of bare')
    return `${whole(of.rate)}/s of ${whole(of.bareRate)}/s, p50 ${number(of.p50)} ms, p99 ${number(of.p99)} ms`;
  if (of.rateSmall) return `${whole(of.rate)}/s against ${whole(of.rateSmall)}/s`;
  if (of.idleP99) return `idle p99 ${number(of.idleP99)} ms`;
  if (of.idleWait)
    return `acknowledged after ${whole(of.answeredAfter)} ms; idle ${whole(of.idleWait)} ms; p50/longest ${waits(of.kinds)}`;
  if (of.windows)
    return `complete after ${of.seconds.toFixed(1)} s, acknowledged after ${whole(of.answeredAfter)} ms; idle p99 ${number(of.idle.p99)} ms`;
  if (of.resident) return `resident, with mapped files: ${whole(of.resident)} MB`;
  return of.times ? `of ${of.times.length} starts` : '';
}

const waits = (kinds) =>
  Object.entries(kinds)
    .map(([kind, { p50, max }]) => `${kind} ${whole(p50)}/${whole(max)}`)
    .join(', ');
const whole = (value) => Math.round(value).toLocaleString('en');

function number(value) {
  if (value >= 100) return whole(value);
  return value >= 10 ? value.toFixed(1) : value.toFixed(value < 1 ? 3 : 2);
}
