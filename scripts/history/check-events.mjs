// The change log: one event for each write, in the order of the writes, and the same for every reader.
import { isChange, keyOf } from './check.mjs';

export function checkEvents({ operations, events, streamed }, known) {
  const told = events.filter(({ state, quiet }) => state && !quiet);
  return [
    { name: 'events come in the order of revisions', problems: checkOrder(told, known) },
    { name: 'each write has one event', problems: checkOne(operations, told) },
    { name: 'events come in the order of time', problems: checkTimes(operations, told, events) },
    { name: 'who reads along reads the same events', problems: checkStream(events, streamed) },
  ];
}

function checkOrder(told, known) {
  const problems = [];
  const last = new Map();
  for (const { entityId: id, state, eventType } of told) {
    const range = known.of(id).revisions.get(keyOf(state));
    if (!range) {
      if (!known.mayBe(state)) problems.push(`${eventType} of ${id} shows what nobody wrote: ${keyOf(state)}`);
      continue;
    }
    const before = last.get(id) ?? 0;
    if (range[1] <= before) problems.push(`${eventType} of ${id} at ${range[1]} comes behind ${before}`);
    last.set(id, Math.max(before, range[0]));
  }
  return problems;
}

const placeOf = (id, state) => `${id} ${keyOf(state)}`;

function checkOne(operations, told) {
  const problems = [];
  const counts = new Map();
  for (const { entityId, state } of told) {
    const place = placeOf(entityId, state);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  for (const { id, answer } of operations.filter(isChange)) {
    const count = counts.get(placeOf(id, answer.state)) ?? 0;
    if (count !== 1) problems.push(`${count} events tell of ${placeOf(id, answer.state)}`);
  }
  return problems;
}

/** A write that began after another was acknowledged comes later in the log, even if it is of another table; times never decrease. */
function checkTimes(operations, told, events) {
  const problems = [];
  const positions = new Map(told.map(({ entityId, state }, i) => [placeOf(entityId, state), i]));
  const writes = operations
    .filter(isChange)
    .map(({ id, answer, begun, ended }) => ({ position: positions.get(placeOf(id, answer.state)), begun, ended, id }))
    .filter(({ position }) => position !== undefined);
  const byEnd = [...writes].sort((a, b) => a.ended - b.ended);
  let floor = -1;
  let done = 0;
  for (const { id, position, begun } of [...writes].sort((a, b) => a.begun - b.begun)) {
    for (; done < byEnd.length && byEnd[done].ended < begun; done++) floor = Math.max(floor, byEnd[done].position);
    if (position < floor)
      problems.push(`a write of ${id} stands at ${position}, before that at ${floor}, which was answered earlier`);
  }
  for (let i = 1; i < events.length; i++)
    if (events[i].timestamp < events[i - 1].timestamp)
      problems.push(
        `the event ${events[i].id} is ${events[i - 1].timestamp - events[i].timestamp} ms older than the one ahead of it`,
      );
  return problems;
}

function checkStream(events, streamed) {
  const at = streamed.findIndex((id, i) => id !== events[i]?.id);
  return at < 0 ? [] : [`event ${at} is ${events[at]?.id}, but ${streamed[at]} was read along`];
}
