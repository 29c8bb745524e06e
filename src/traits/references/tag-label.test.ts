import { expect, it } from 'vitest';
import type { TagLabel } from '../../../contract/index.js';
import type { TagLabelRow } from '../../storage/index.js';
import { labelData, labelWriter, tagPart, uniteLabels } from './tag-label.js';

const label = (tagFQN: string, more: Partial<TagLabel> = {}): TagLabel => ({
  tagFQN,
  source: 'Classification',
  labelType: 'Manual',
  state: 'Confirmed',
  ...more,
});

it('a PUT adds labels and leaves stored ones unchanged', () => {
  const stored = [label('a', { labelType: 'Propagated' }), label('b')];
  const given = [label('c'), label('a'), label('a', { source: 'Glossary' })];
  expect(uniteLabels(stored, given)).toEqual([...stored, label('c'), label('a', { source: 'Glossary' })]);
  expect(uniteLabels(stored, undefined)).toBe(stored);
  expect(uniteLabels(stored, [])).toBe(stored);
  expect(uniteLabels(undefined, given.slice(0, 1))).toEqual([label('c')]);
});

it('omits a display name equal to the name', () => {
  const tag = { id: '1', type: 'tag', fqn: 'x.a', name: 'a' };
  expect(tagPart({ ...tag, displayName: 'a' })).toEqual({ tagFQN: 'x.a', name: 'a' });
  expect(tagPart({ ...tag, displayName: 'A', description: 'd', style: { color: 'red' } })).toEqual({
    tagFQN: 'x.a',
    name: 'a',
    displayName: 'A',
    description: 'd',
    style: { color: 'red' },
  });
});

it('stores the own properties of a label as JSON', () => {
  expect(labelData(label('a'))).toBeNull();
  expect(labelData(label('a', { reason: 'why' }))).toBe('{"reason":"why"}');
});

it('writes stored rows as text with a marked link', () => {
  const write = labelWriter((type) => `/v1/${type}s`);
  const row: TagLabelRow = {
    entity_id: 'e',
    part: '',
    tag_id: 'id',
    source: 'Classification',
    label_type: 'Manual',
    state: 'Confirmed',
    ord: 0,
    data: '{"reason":"why"}',
    tag_type: 'tag',
    tag_fqn: 'x."a.b"',
    tag_name: 'a.b',
    tag_ref: '{"displayName":"a.b","description":"d"}',
    tag_deleted: 0,
    tag_style: '{"color":"red"}',
  };
  const text = write(row);
  expect(text).toContain('"href":"\u0001/v1/tags/id"}');
  expect(JSON.parse(text.replace('\u0001', ''))).toEqual({
    tagFQN: 'x."a.b"',
    name: 'a.b',
    description: 'd',
    style: { color: 'red' },
    source: 'Classification',
    labelType: 'Manual',
    state: 'Confirmed',
    reason: 'why',
    href: '/v1/tags/id',
  });
  expect(write({ ...row, data: null })).not.toContain('reason');
});
