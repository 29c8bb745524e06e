import { expect, it } from 'vitest';
import { buildTree } from './domain-hierarchy.js';

it('a row whose parent is missing becomes a root', () => {
  const row = (id: string, parent_id: string | null) => ({
    id,
    parent_id,
    ref: JSON.stringify({ id, name: id, fullyQualifiedName: id, displayName: id }),
  });
  const tree = buildTree([row('a', null), row('b', 'a'), row('c', 'b'), row('d', 'hidden')]);
  expect(tree).toMatchObject([
    { id: 'a', children: [{ id: 'b', children: [{ id: 'c', children: [] }] }] },
    { id: 'd' },
  ]);
});
