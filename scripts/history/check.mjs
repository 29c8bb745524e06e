// Whether all responses fit one order of the acknowledged writes. Each write of a table gives it the next revision, so
// for one table the order is known and every response has its place in it; across tables, events give the order.
import { checkEvents } from './check-events.mjs';
import { checkFollowers } from './check-followers.mjs';

/** The checks with the problems that each found: `[{ name, problems }]`. */
export function checkHistory(history) {
  const { operations } = history;
  const known = learnStates(operations);
  return [
    { name: 'no request fails on the server', problems: operations.flatMap(({ failed }) => failed ?? []) },
    { name: 'one state, one revision', problems: known.problems },
    { name: 'each write has a revision of its own', problems: checkWrites(operations) },
    { name: 'answers come in the order of time', problems: checkTime(operations, known) },
    { name: 'of conditional writes one wins', problems: checkConditions(operations) },
    { name: 'versions have no gap and no double', problems: checkVersions(operations, known) },
    { name: 'lists show one moment', problems: checkLists(operations, known) },
    { name: 'followers are those who follow', problems: checkFollowers(operations) },
    ...checkEvents(history, known),
  ];
}

export const keyOf = ({ version, text, deleted }) => JSON.stringify([version, text, deleted]);

/** Whether the operation changed the table; a PUT may find nothing to change. */
export function isChange({ kind, method, text, answer }) {
  if (!answer || (kind !== 'write' && kind !== 'create')) return false;
  return method !== 'PUT' || text === null || answer.state.text === text;
}

/**
 * What is known of each table: `of(id)` has its states by revision and the revisions of each state. `mayBe(state)`: a write
 * without a response may have made it; that of a create is found by its text, since nobody knows its id.
 */
function learnStates(operations) {
  const tables = new Map();
  const problems = [];
  const lostCreates = new Set(
    operations.filter(({ kind, lost, text }) => kind === 'create' && lost && text !== null).map(({ text }) => text),
  );
  const of = (id) => {
    if (!tables.has(id)) tables.set(id, { states: new Map(), revisions: new Map(), lost: false });
    return tables.get(id);
  };
  for (const operation of operations) {
    if (operation.lost && operation.kind === 'write') of(operation.id).lost = true;
    const { state, revision } = operation.answer ?? {};
    if (!state || operation.kind === 'follow') continue;
    const table = of(state.id);
    const key = keyOf(state);
    const before = table.states.get(revision);
    if (before !== undefined && before !== key) problems.push(`${state.id} ${revision}: ${before} and ${key}`);
    table.states.set(revision, key);
    const [low, high] = table.revisions.get(key) ?? [revision, revision];
    table.revisions.set(key, [Math.min(low, revision), Math.max(high, revision)]);
  }
  const mayBe = ({ id, text }) => of(id).lost || lostCreates.has(text);
  return { of, mayBe, problems };
}

function checkWrites(operations) {
  const problems = [];
  const taken = new Map();
  for (const operation of operations.filter(isChange)) {
    const { kind, method, text, answer, turned } = operation;
    const { state, revision } = answer;
    const place = `${state.id} ${revision}`;
    const wrote = text ?? `deleted: ${turned}`;
    if (taken.has(place)) problems.push(`${place}: ${taken.get(place)} and ${wrote}`);
    taken.set(place, wrote);
    if (method === 'PATCH' && state.text !== text) problems.push(`${place}: wrote ${text}, was answered ${state.text}`);
    if (turned !== undefined && state.deleted !== turned) problems.push(`${place}: ${wrote} was answered otherwise`);
    if (kind === 'create' && revision !== 1) problems.push(`${place}: is not the first`);
  }
  return problems;
}

/** What an operation saw of tables, as ranges of revisions: `{ id, low, high, strict }`. */
function sightings(operation, known) {
  const { kind, answer } = operation;
  if (!answer || kind === 'follow') return [];
  if (answer.revision !== undefined)
    return [{ id: answer.state.id, low: answer.revision, high: answer.revision, strict: isChange(operation) }];
  const states = kind === 'versions' ? answer.states.slice(0, 1) : answer.states;
  return states.flatMap((state) => {
    const range = known.of(state.id).revisions.get(keyOf(state));
    if (range) return [{ id: state.id, low: range[0], high: range[1], strict: false }];
    return known.mayBe(state) ? [] : [{ id: state.id, low: Number.NaN, high: Number.NaN, strict: false, state }];
  });
}

/** A request that began after a response shows that state or a later one; a write comes after every write acknowledged before it began. */
function checkTime(operations, known) {
  const problems = [];
  const ofTable = new Map();
  for (const operation of operations)
    for (const sighting of sightings(operation, known)) {
      if (Number.isNaN(sighting.low)) {
        problems.push(`${operation.kind} of ${sighting.id} shows what nobody wrote: ${keyOf(sighting.state)}`);
        continue;
      }
      const list = ofTable.get(sighting.id) ?? [];
      ofTable.set(sighting.id, list);
      list.push({ ...sighting, operation });
    }
  for (const list of ofTable.values()) {
    const byBegin = [...list].sort((a, b) => a.operation.begun - b.operation.begun);
    const byEnd = [...list].sort((a, b) => a.operation.ended - b.operation.ended);
    let floor = 0;
    let ended = 0;
    for (const { id, high, strict, operation } of byBegin) {
      for (; ended < byEnd.length && byEnd[ended].operation.ended < operation.begun; ended++)
        floor = Math.max(floor, byEnd[ended].low);
      if (high < floor || (strict && high === floor))
        problems.push(`${operation.kind} ${operation.method} of ${id} at ${high}, after ${floor} was answered`);
    }
  }
  return problems;
}

function checkConditions(operations) {
  const problems = [];
  const conditional = operations.filter(({ ifMatch }) => !Number.isNaN(ifMatch));
  for (const { id, ifMatch, answer, status, begun, ended, text } of conditional) {
    if (answer && answer.revision !== ifMatch + 1)
      problems.push(`${id}: ${text} on ${ifMatch} became ${answer.revision}`);
    if (status !== 412) continue;
    const moved = operations.some(
      (other) =>
        other.id === id &&
        other.begun < ended &&
        (other.answer?.revision > ifMatch || (other.lost && other.kind === 'write')),
    );
    if (!moved) problems.push(`${id}: ${text} on ${ifMatch} was refused at ${begun}, but nothing had come after that`);
  }
  return problems;
}

function checkVersions(operations, known) {
  const problems = [];
  for (const { kind, id, answer } of operations) {
    if (kind !== 'versions' || !answer) continue;
    const { states } = answer;
    const steps = states.map(({ version }) => Math.round(version * 10));
    if (steps.at(-1) !== 1 || steps.some((step, i) => i > 0 && step !== steps[i - 1] - 1))
      problems.push(`${id}: versions ${steps.join(' ')}`);
    if (states.some(({ updatedAt }, i) => i > 0 && updatedAt > states[i - 1].updatedAt))
      problems.push(`${id}: a version is younger than the next`);
    const { lost } = known.of(id);
    const last = lost ? null : lastStates(known.of(id));
    for (const state of states.slice(1))
      if (last && last.get(state.version) !== keyOf(state))
        problems.push(`${id}: kept ${keyOf(state)}, was ${last.get(state.version)}`);
  }
  return problems;
}

/** The final content of each version of a table. */
function lastStates(table) {
  table.last ??= new Map([...table.states].sort(([a], [b]) => a - b).map(([, key]) => [JSON.parse(key)[0], key]));
  return table.last;
}

/** Each list contains all tables, and of two lists one is earlier for every table. */
function checkLists(operations, known) {
  const problems = [];
  const created = operations.filter(({ kind, answer }) => kind === 'create' && answer);
  const lists = operations.filter(({ kind, answer }) => kind === 'list' && answer);
  const vectors = lists.map((operation) => {
    const { states, total } = operation.answer;
    const ids = new Set(states.map(({ id }) => id));
    if (ids.size !== states.length || total !== states.length)
      problems.push(`a list of ${states.length} has ${ids.size} tables and the total ${total}`);
    for (const { id, ended } of created)
      if (ended < operation.begun && !ids.has(id)) problems.push(`a list lacks ${id}, created before`);
    const revisions = new Map(sightings(operation, known).map(({ id, low, high }) => [id, { low, high }]));
    return { revisions, ids, sum: [...revisions.values()].reduce((sum, { low }) => sum + low, 0) };
  });
  vectors.sort((a, b) => a.sum - b.sum);
  for (let i = 1; i < vectors.length; i++)
    for (let back = 1; back <= Math.min(i, 10); back++) {
      const [one, two] = [vectors[i - back], vectors[i]];
      const ahead = (a, b) =>
        [...a.revisions].find(
          ([id, { low }]) => !b.ids.has(id) || low > (b.revisions.get(id)?.high ?? Number.POSITIVE_INFINITY),
        );
      const [first, second] = [ahead(one, two), ahead(two, one)];
      if (first && second) problems.push(`two lists: one is ahead in ${first[0]}, the other in ${second[0]}`);
    }
  return problems;
}
