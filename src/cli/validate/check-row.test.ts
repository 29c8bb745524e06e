import { expect, test } from 'vitest';
import type { RowToCheck } from '../../storage/index.js';
import { checkEvents, checkRow } from './check-row.js';
import { noteEvent, type ReportedVersions } from './told-versions.js';

const doc = '{"id":"t1","name":"a","fullyQualifiedName":"s.a","columns":[{"name":"x","tags":[]}]}';
const event = (eventType: string, currentVersion: number) => JSON.stringify({ eventType, currentVersion });
const sound: RowToCheck = {
  row: {
    id: 't1',
    type: 'thing',
    name: 'a',
    fqn: 's.a',
    parent_id: null,
    version: 2,
    revision: 2,
    updated_at: 1,
    updated_by: 'ann',
    deleted: 0,
    ref: '{"id":"t1","type":"thing"}',
    refs: null,
    cuts: `[[${doc.indexOf('}')},"x"]]`,
    extra: null,
    doc,
  },
  hashed: true,
  history: [{ version: 1, doc }],
};

/** The versions in these events. */
function recorded(...events: string[]): ReportedVersions | undefined {
  const all = new Map<string, ReportedVersions>();
  for (const text of events) noteEvent(all, 't1', text);
  return all.get('t1');
}

const withRow = (more: Partial<RowToCheck['row']>): RowToCheck => ({ ...sound, row: { ...sound.row, ...more } });

test('a sound entity has no problems', () => {
  expect(checkRow(sound)).toEqual([]);
  expect(checkEvents(sound, recorded(event('entityCreated', 0.1), event('entityUpdated', 0.2)))).toEqual([]);
});

test('older events may have been dropped', () => {
  expect(checkEvents(sound, recorded(event('entityUpdated', 0.2)))).toEqual([]);
  expect(checkEvents(sound, recorded())).toEqual([]);
});

test('the event of a container covers what is deleted with it', () => {
  const turned = `${doc.slice(0, -1)},"changeDescription":{"fieldsUpdated":[{"name":"deleted"}],"fieldsAdded":[]}}`;
  const created = recorded(event('entityCreated', 0.1));
  const row = { ...sound.row, parent_id: 's', doc: turned, cuts: null };
  expect(checkEvents({ ...sound, row }, created)).toEqual([]);
  expect(checkEvents({ ...sound, row: { ...row, parent_id: null } }, created)).toEqual(['no event for version 0.2']);
});

test.each<[string, RowToCheck]>([
  ['the stored hash does not match the fully qualified name', { ...sound, hashed: false }],
  ['fullyQualifiedName differs between doc and column', withRow({ fqn: 's.b' })],
  ['its doc is not a JSON object', withRow({ doc: '{"id":', cuts: null })],
  ['its ref has another id', withRow({ ref: '{"id":"t2"}' })],
  ['its parent is not among its containers', withRow({ parent_id: 's', refs: '[["schema","other"]]' })],
  ['the cut at 400 is out of order or outside the text', withRow({ cuts: '[[400,"x"]]' })],
  ['the cut at 3 does not follow the tags of a part', withRow({ cuts: '[[3,"x"]]' })],
  [
    'version 0.2 is in the history, but the entity is at 0.2',
    { ...sound, history: [...sound.history, { version: 2, doc }] },
  ],
])('%s', (problem, check) => {
  expect(checkRow(check)).toEqual([problem]);
});

test.each<[string, string[]]>([
  ['no event for version 0.1', [event('entityCreated', 0.2)]],
  [
    'there is an event for version 0.3, but the entity is at 0.2',
    [event('entityCreated', 0.1), event('entityUpdated', 0.2), event('entityUpdated', 0.3)],
  ],
  ['one of its events is not a JSON object', [event('entityCreated', 0.1), '[]']],
])('%s', (problem, events) => {
  expect(checkEvents(sound, recorded(...events))).toEqual([problem]);
});
