/** A small SQLite database for the demo: the till of a shop, with the mistakes that tests of data are there for. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, type Fields, putEntities } from '../../catalog/index.js';
import { writeSampleFile } from '../../egress/index.js';

/** Takes `{ folder }`, that of the SQLite sources; writes the file, catalogs it and resolves to the FQN of its table. */
export const LOAD_DEMO_SOURCE = 'entities.loadDemoSource';

const FILE = 'till.db';

const columns = [
  { name: 'id', dataType: 'INT' },
  { name: 'sold_on', dataType: 'DATE' },
  { name: 'product', dataType: 'VARCHAR', dataLength: 40 },
  { name: 'amount', dataType: 'DECIMAL' },
];

const entities: readonly (readonly [type: string, create: Fields])[] = [
  [
    'databaseService',
    {
      name: 'till',
      serviceType: 'SQLite',
      description: 'The till of the shop, a SQLite file.',
      connection: { config: { type: 'SQLite', databaseMode: FILE } },
    },
  ],
  ['database', { name: 'default', service: 'till' }],
  ['databaseSchema', { name: 'main', database: 'till.default' }],
  ['table', { name: 'sales', databaseSchema: 'till.default.main', description: 'What was sold at the till.', columns }],
];

export const demoSourceCommand: Command = {
  name: LOAD_DEMO_SOURCE,
  async run({ folder }: { folder: string }, scope) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, FILE);
    if (!existsSync(file)) writeSampleFile(file, 'sales', columns, sales());
    for (const [type, create] of entities)
      await putEntities(scope.catalog.registry.get(type), [create], { override: false }, scope);
    return 'till.default.main.sales';
  },
};

const PRODUCTS = ['tea', 'coffee', 'cake', 'bread'];

/** 200 sales; one has no product, one was entered twice, one has a negative amount. */
function sales(): (string | number | null)[][] {
  const rows = Array.from({ length: 200 }, (_, i): (string | number | null)[] => [
    i + 1,
    `2026-${String(1 + Math.floor(i / 28)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
    PRODUCTS[i % PRODUCTS.length] ?? null,
    (150 + ((i * 37) % 900)) / 100,
  ]);
  const [first, second, third] = [rows[41], rows[97], rows[150]];
  if (first) first[2] = null;
  if (second) second[0] = 97;
  if (third) third[3] = -3.5;
  return rows;
}
