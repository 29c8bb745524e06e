// The Lua script with which wrk sends the requests of a plan. Requests without a running number are made in advance, so that making them
// costs nothing while it is measured.
import { KIND_STEP, SUBJECT_STEP } from './sample.mjs';
import { kinds, subjects } from './vocabulary.mjs';

const AHEAD = 20_000;

export function wrkScript({ method, path, body, headers, schemas = 1, tables = 1, seed = 1, before = AHEAD }) {
  const fresh = `${path}${body ?? ''}`.includes('{n}');
  const fixed = !fresh && !`${path}${body ?? ''}`.includes('{');
  return `
local path = ${quote(path)}
local body = ${body === undefined ? 'nil' : quote(body)}
local headers = { ${Object.entries(headers)
    .map(([name, value]) => `[${quote(name)}] = ${quote(value)}`)
    .join(', ')} }
local subjects = { ${subjects.map(quote).join(', ')} }
local kinds = { ${kinds.map(quote).join(', ')} }
local n = 0
local made = {}

local function fill(text, values)
  return (text:gsub("{(%a+)}", values))
end

local function tableName(i, s)
  return subjects[(i * 7 + s * ${SUBJECT_STEP}) % #subjects + 1] .. "_" .. kinds[(i + s * ${KIND_STEP}) % #kinds + 1]
    .. string.format("_t%04d", i)
end

local function make()
  n = n + 1
  local schema = math.random(0, ${schemas - 1})
  local values = {
    schema = string.format("s%05d", schema),
    table = tableName(math.random(0, ${tables - 1}), schema),
    n = ${quote(`${seed}_`)} .. n,
  }
  return wrk.format(${quote(method)}, fill(path, values), headers, body and fill(body, values))
end

function init()
  math.randomseed(${seed})
  ${fresh ? '' : `for i = 1, ${fixed ? 1 : before} do made[i] = make() end`}
end

local next = 0
function request()
  ${fresh ? 'return make()' : 'next = next % #made + 1\n  return made[next]'}
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), latency.max, failed))
end
`;
}

function quote(text) {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
