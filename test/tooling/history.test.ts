// The checks of `npm run history`: a history that fits passes, and each that was made wrong on purpose is found.
import { expect, it } from 'vitest';
import { checkHistory } from '../../scripts/history/check.mjs';

// biome-ignore lint/suspicious/noExplicitAny: histories are changed freely
type Json = any;

const state = (id: string, version: number, text: string | null, more: object = {}) => ({
  id,
  version,
  text,
  deleted: false,
  updatedAt: Math.round(version * 10),
  ...more,
});

const done = (kind: string, id: string, times: [number, number], answer: Json, more: object = {}) => ({
  kind,
  id,
  text: null,
  method: 'GET',
  status: 200,
  ifMatch: Number.NaN,
  begun: times[0],
  ended: times[1],
  lost: false,
  answer,
  ...more,
});

const wrote = (id: string, times: [number, number], revision: number, text: string, more: object = {}) =>
  done('write', id, times, { revision, state: state(id, revision / 10, text) }, { method: 'PATCH', text, ...more });

const told = (id: string, revision: number, text: string | null, timestamp = 100) => ({
  id: `event ${id} ${revision}`,
  entityId: id,
  eventType: 'entityUpdated',
  timestamp,
  state: state(id, revision / 10, text),
  quiet: false,
});

/** Two tables, three writes, one request after the other. */
function fitting(): { operations: Json[]; events: Json[]; streamed: string[] } {
  const created = (id: string, at: number) =>
    done('create', id, [at, at + 1], { revision: 1, state: state(id, 0.1, null) }, { method: 'POST' });
  const events = [
    told('a', 1, null),
    told('b', 1, null),
    told('a', 2, 'one'),
    told('a', 3, 'two'),
    told('b', 2, 'three'),
  ];
  return {
    operations: [
      created('a', 0),
      created('b', 2),
      wrote('a', [4, 5], 2, 'one'),
      wrote('a', [6, 7], 3, 'two', { ifMatch: 2 }),
      wrote('b', [8, 9], 2, 'three'),
      done('write', 'a', [10, 11], null, { method: 'PATCH', status: 412, ifMatch: 2, text: 'lost' }),
      done('follow', 'a', [12, 13], {}, { user: 'ann', on: true }),
      done('read', 'a', [14, 15], { revision: 3, state: state('a', 0.3, 'two', { followers: ['ann'] }) }),
      done('versions', 'a', [14, 16], {
        states: [state('a', 0.3, 'two'), state('a', 0.2, 'one'), state('a', 0.1, null)],
      }),
      done('list', 'a', [14, 17], { states: [state('a', 0.3, 'two'), state('b', 0.2, 'three')], total: 2 }),
      done('search', 'a', [14, 18], { states: [state('a', 0.3, 'two'), state('b', 0.2, 'three')] }),
    ],
    events,
    streamed: events.slice(0, 3).map(({ id }) => id),
  };
}

const found = (change: (history: ReturnType<typeof fitting>) => void): string[] => {
  const history = fitting();
  change(history);
  return checkHistory(history)
    .filter(({ problems }: Json) => problems.length > 0)
    .map(({ name }: Json) => name);
};

it('passes a history that fits', () => {
  expect(found(() => {})).toEqual([]);
});

it('passes a table of a create without an answer', () => {
  const created = state('c', 0.1, 'four');
  const change = ({ operations, events }: ReturnType<typeof fitting>) => {
    const lost = { method: 'POST', status: 0, lost: true, text: 'four' };
    operations.push(done('create', null as Json, [20, 21], null, lost));
    operations.push(done('search', 'a', [22, 23], { states: [created] }));
    events.push(told('c', 1, 'four'));
  };
  expect(found(change)).toEqual([]);
  expect(
    found((history) => {
      change(history);
      history.operations.splice(-2, 1);
    }),
  ).toEqual(['answers come in the order of time', 'events come in the order of revisions']);
});

it('passes whatever a write without an answer may have done', () => {
  expect(
    found(({ operations, events }) => {
      operations.push(done('write', 'a', [19, 20], null, { method: 'PATCH', status: 0, lost: true, text: 'maybe' }));
      operations.push(done('read', 'a', [21, 22], { revision: 4, state: state('a', 0.4, 'maybe') }));
      operations.push(done('search', 'a', [21, 22], { states: [state('a', 0.4, 'maybe')] }));
      events.push(told('a', 4, 'maybe'));
    }),
  ).toEqual([]);
});

const set = (target: Json, key: string, value: unknown) => void Object.assign(target, { [key]: value });

const swap = (list: Json[], one: number, two: number) => {
  [list[one], list[two]] = [list[two], list[one]];
};

it.each<[string, (history: ReturnType<typeof fitting>) => void, string]>([
  ['a failure', ({ operations }) => set(operations[7], 'failed', 'oh'), 'no request fails on the server'],
  [
    'two states of a revision',
    ({ operations }) => set(operations[7].answer.state, 'text', 'x'),
    'one state, one revision',
  ],
  [
    'a write that overwrote another',
    ({ operations }) => operations.push(wrote('a', [4, 9], 3, 'two')),
    'each write has a revision of its own',
  ],
  [
    'a write that another answered for',
    ({ operations }) => set(operations[4], 'text', 'x'),
    'each write has a revision of its own',
  ],
  [
    'a stale read',
    ({ operations }) => operations.push(done('read', 'a', [20, 21], { revision: 2, state: state('a', 0.2, 'one') })),
    'answers come in the order of time',
  ],
  [
    'a stale search',
    ({ operations }) => void operations[10].answer.states.splice(0, 1, state('a', 0.2, 'one')),
    'answers come in the order of time',
  ],
  [
    'what nobody wrote',
    ({ operations }) => set(operations[10].answer.states[0], 'text', 'x'),
    'answers come in the order of time',
  ],
  [
    'a read of the future',
    ({ operations }) => operations.unshift(done('read', 'a', [1, 3], { revision: 3, state: state('a', 0.3, 'two') })),
    'answers come in the order of time',
  ],
  ['a second winner', ({ operations }) => set(operations[3], 'ifMatch', 1), 'of conditional writes one wins'],
  ['a refusal without reason', ({ operations }) => set(operations[5], 'ifMatch', 3), 'of conditional writes one wins'],
  [
    'a version twice',
    ({ operations }) => operations[8].answer.states.unshift(state('a', 0.3, 'two')),
    'versions have no gap and no double',
  ],
  [
    'a version that lacks',
    ({ operations }) => void operations[8].answer.states.splice(1, 1),
    'versions have no gap and no double',
  ],
  [
    'a version with other words',
    ({ operations }) => set(operations[8].answer.states[1], 'text', 'x'),
    'versions have no gap and no double',
  ],
  [
    'a list without a table',
    ({ operations }) => {
      operations[9].answer.states.pop();
      operations[9].answer.total = 1;
    },
    'lists show one moment',
  ],
  ['a total of another moment', ({ operations }) => set(operations[9].answer, 'total', 3), 'lists show one moment'],
  [
    'a list of two moments',
    ({ operations }) => {
      const list = (times: [number, number], a: Json, b: Json) =>
        done('list', 'a', times, { states: [a, b], total: 2 });
      operations.push(
        list([5.5, 9], state('a', 0.3, 'two'), state('b', 0.1, null)),
        list([5.5, 9], state('a', 0.2, 'one'), state('b', 0.2, 'three')),
      );
    },
    'lists show one moment',
  ],
  [
    'a follower that is not shown',
    ({ operations }) => set(operations[7].answer.state, 'followers', []),
    'followers are those who follow',
  ],
  [
    'events of one table in the wrong order',
    ({ events, streamed }) => {
      swap(events, 2, 3);
      streamed.length = 0;
    },
    'events come in the order of revisions',
  ],
  ['events of two tables in the wrong order', ({ events }) => swap(events, 3, 4), 'events come in the order of time'],
  ['an event that lacks', ({ events }) => void events.pop(), 'each write has one event'],
  ['an event twice', ({ events }) => void events.push(events[4]), 'each write has one event'],
  ['an event of another time', ({ events }) => set(events[1], 'timestamp', 0), 'events come in the order of time'],
  ['a stream that skipped', ({ streamed }) => void streamed.splice(1, 1), 'who reads along reads the same events'],
])('finds %s', (_, change, name) => {
  expect(found(change)).toContain(name);
});
