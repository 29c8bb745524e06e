import { useMemo, useState } from 'react';
import type { TreeRows } from './grid.js';

export interface TreeNode<T> {
  item: T;
  key: string;
  depth: number;
  hasChildren: boolean;
}

/** A nested list as rows for `Grid`: `const { rows, tree } = useTree(columns, (c) => c.children, (c) => c.name)`. */
export function useTree<T>(
  items: readonly T[],
  childrenOf: (item: T) => readonly T[] | undefined,
  keyOf: (item: T) => string,
  initiallyOpen: ReadonlySet<string> = NONE,
): { rows: TreeNode<T>[]; tree: TreeRows<TreeNode<T>>; open(keys: ReadonlySet<string>): void } {
  const [opened, setOpened] = useState(initiallyOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions depend on nothing else
  const rows = useMemo(() => {
    const found: TreeNode<T>[] = [];
    const add = (list: readonly T[], depth: number) => {
      for (const item of list) {
        const key = keyOf(item);
        const children = childrenOf(item) ?? [];
        found.push({ item, key, depth, hasChildren: children.length > 0 });
        if (opened.has(key)) add(children, depth + 1);
      }
    };
    add(items, 0);
    return found;
  }, [items, opened]);
  const tree: TreeRows<TreeNode<T>> = {
    depth: ({ depth }) => depth,
    isOpen: ({ key, hasChildren }) => (hasChildren ? opened.has(key) : undefined),
    toggle: ({ key }) =>
      setOpened((now) => {
        const changed = new Set(now);
        if (!changed.delete(key)) changed.add(key);
        return changed;
      }),
  };
  return { rows, tree, open: setOpened };
}

const NONE: ReadonlySet<string> = new Set();
