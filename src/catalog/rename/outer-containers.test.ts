import { expect, it } from 'vitest';
import type { Container, EntityType } from '../define/define.js';
import { outerContainers, refsIn } from './outer-containers.js';

const type = (name: string, parents: EntityType['parents'], more: Partial<EntityType> = {}): EntityType => ({
  ...{ name, path: `/v1/${name}s`, schema: name, create: null, about: name },
  ...(parents ? { parents } : {}),
  ...more,
});
const within = (field: string, of = field) => ({ field, type: of, given: 'fqn' }) as const;
const nested = (parent: { id: string }, field: string, above: readonly Container[]): Container[] => [
  [field, parent.id],
  ...above.map(([name, id]): Container => [name === 'parent' ? '$above' : name, id]),
];
const box = type('box', [within('parent', 'box'), within('shelf')], { containers: nested });
const note = type('note', [within('box')]);
const label = type('label', [within('box')], { containers: ({ id }) => [['box', id]] });
const refs = JSON.stringify([
  ['parent', 'outer'],
  ['shelf', 'top'],
]);
const moved = { id: 'moved', type: 'box', refs };

it('are the same for all of a type at any depth', () => {
  expect(outerContainers(moved, box, [box, label])).toEqual([
    { types: ['box'], end: ',["$above","outer"],["shelf","top"]]' },
    { types: ['label'], end: ',["$above","outer"],["$above","top"]]' },
  ]);
  expect(outerContainers({ ...moved, refs: null }, box, [box])).toEqual([{ types: ['box'], end: ']' }]);
});

it('are not foretold where depth or a type in between may decide', () => {
  // A note shows its parents as `parent` directly below the box, and as `$above` further down.
  expect(outerContainers(moved, box, [box, note])).toBeNull();
  expect(outerContainers(moved, box, [box, label, type('stamp', [within('label')])])).toBeNull();
});

it('are those of the parent where they are not foretold', () => {
  const inner = { id: 'inner', type: 'box', refs: refsIn(moved, box) };
  expect(inner.refs).toBe('[["parent","moved"],["$above","outer"],["shelf","top"]]');
  expect(refsIn(inner, note)).toBe('[["box","inner"],["parent","moved"],["$above","outer"],["shelf","top"]]');
  expect(refsIn(inner, label)).toBe('[["box","inner"],["$above","moved"],["$above","outer"],["$above","top"]]');
});
