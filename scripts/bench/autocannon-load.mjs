// Sends the plan of a file with autocannon and prints the result, where wrk is not installed.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { schemaName, tableName } from './sample.mjs';

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { url, method, path, body, headers, connections, seconds, schemas = 1, tables = 1, seed = 1 } = plan;
let n = 0;

function fill(text) {
  const schema = Math.floor(Math.random() * schemas);
  const values = {
    schema: schemaName(schema),
    table: tableName(Math.floor(Math.random() * tables), schema),
    n: `${seed}_${n}`,
  };
  return text.replace(/\{(schema|table|n)\}/g, (_all, name) => values[name]);
}

function setupRequest(request) {
  n += 1;
  return { ...request, path: fill(path), ...(body === undefined ? {} : { body: fill(body) }) };
}

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: [{ method, headers, setupRequest }],
});
const failed = result.non2xx + result.errors + result.timeouts;
const { p50, p99, max } = result.latency;
console.log(JSON.stringify({ rate: result.requests.total / result.duration, p50, p99, max, failed }));
