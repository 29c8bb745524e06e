import { Folder } from 'lucide-react';
import { useState } from 'react';
import { Tree } from '../../kit/lists/tree.js';
import type { Exhibit } from '../exhibit.js';

const NODES = [
  { key: 'shop', label: 'Shop', depth: 0, note: 4 },
  { key: 'basket', label: 'Basket', depth: 1, note: 1 },
  { key: 'average', label: 'Average basket, counted per day and country of the customer', depth: 2 },
  { key: 'revenue', label: 'Revenue', depth: 1 },
  { key: 'books', label: 'Books', depth: 0 },
];
const PARENTS = { basket: 'shop', average: 'basket', revenue: 'shop' } as Readonly<Record<string, string>>;

function Chosen() {
  const [selected, setSelected] = useState('revenue');
  const [open, setOpen] = useState(new Set(['shop', 'basket']));
  const isShown = (key: string): boolean => {
    const parent = PARENTS[key];
    return parent === undefined || (open.has(parent) && isShown(parent));
  };
  const isParent = (key: string) => Object.values(PARENTS).includes(key);
  const rows = NODES.filter(({ key }) => isShown(key)).map((node) => ({
    ...node,
    open: isParent(node.key) ? open.has(node.key) : undefined,
    icon: <Folder size={14} aria-hidden />,
  }));
  const toggle = (key: string) =>
    setOpen((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  return <Tree label="Terms" rows={rows} selected={selected} onSelect={setSelected} onToggle={toggle} />;
}

const MANY = Array.from({ length: 500 }, (_, i) => ({ key: String(i), label: `Term ${i + 1}`, depth: 0 }));

export const tree: Exhibit = {
  name: 'tree',
  states: [
    ['One is selected', () => <Chosen />],
    ['Many', () => <Tree label="Many terms" rows={MANY} onSelect={() => undefined} />],
  ],
};
