import { referenceText, type Scope } from '../../catalog/index.js';
import { type EntityRow, listEntities } from '../../storage/index.js';
import { link } from '../../traits/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';

const own = link({
  field: 'defaultPersona',
  kind: ACCESS_EDGE.startsAs,
  end: 'from',
  types: ['persona'],
  single: true,
  inWrites: true,
  operation: 'EditAll',
});

/** The persona that a user starts as: their own choice or, inherited, the default one of all users. */
export const defaultPersona: typeof own = {
  ...own,
  async load(rows, scope, edges) {
    const texts = await own.load(rows, scope, edges);
    if (rows.every(({ id }) => texts.has(id))) return texts;
    const text = await defaultOfAll(scope);
    return text === null ? texts : new Map(rows.map(({ id }) => [id, texts.get(id) ?? text]));
  },
};

async function defaultOfAll(scope: Scope): Promise<string | null> {
  const [row] = await defaultPersonas(scope);
  return row ? referenceText(row.ref, row.id, scope.catalog.registry.path(row.type), true) : null;
}

const MOST_DEFAULTS = 1000;

/** The personas that are the default one: at most one, but for what earlier versions stored. */
export function defaultPersonas({ sql }: Scope): Promise<EntityRow[]> {
  const isDefault = { by: 'boolean', field: 'default', value: true } as const;
  return listEntities(sql, { type: 'persona', conditions: [isDefault], limit: MOST_DEFAULTS });
}
