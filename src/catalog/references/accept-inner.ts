import { catalogError, errorMessages, isObject } from '../../../contract/index.js';
import { getReferences } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { equal } from '../document/equal.js';
import { apiUrl, parseLinked } from '../document/reference.js';
import { visibleIds } from '../rights/visible.js';
import type { Scope } from '../routes/route.js';
import { mapInner } from './inner-references.js';
import { referenceTexts } from './load-inner.js';

/**
 * Completes the references in changed fields. Throws 404 if one names nothing, or what the actor may not see and nobody named before.
 * `except`: fields that may name what is not in the catalog.
 */
export async function acceptInner(
  type: EntityType,
  after: Fields,
  before: Fields | null,
  scope: Scope,
  except: readonly string[] = [],
): Promise<void> {
  // Those by name are accepted with the definitions of the names.
  const own = { references: (type.references ?? []).filter(({ byName }) => !byName) };
  const roots = [...new Set(own.references.map((one) => one.in))].filter(
    (root) =>
      after[root] !== undefined &&
      after[root] !== null &&
      !except.includes(root) &&
      !equal(after[root], before?.[root]),
  );
  await refuseElsewhere(type, after, before, scope);
  const named = new Map<string, { type: unknown; root: string }>();
  for (const root of roots)
    mapInner(own, root, after[root], (reference) => {
      reference.id = reference.id.toLowerCase();
      named.set(reference.id, { type: reference.type, root });
      return reference;
    });
  if (named.size === 0) return;
  const texts = await referenceTexts(await seenIn(named, before, scope), scope);
  const base = apiUrl(scope);
  const complete = new Map<string, Fields>([...texts].map(([id, text]) => [id, parseLinked(text, base)]));
  for (const [id, { type: name, root }] of named)
    if (complete.get(id)?.type !== name && !wasThere(before?.[root], id))
      throw catalogError('ENTITY_NOT_FOUND', `${root}: ${errorMessages.notFoundById(String(name), id)}`);
  for (const root of roots) after[root] = mapInner(own, root, after[root], (one) => complete.get(one.id) ?? one);
}

/** The ids that the actor may refer to: of what they may see, themselves, and what the field named before. */
async function seenIn(
  named: ReadonlyMap<string, { type: unknown; root: string }>,
  before: Fields | null,
  scope: Scope,
): Promise<string[]> {
  const actor = scope.actor.asker ?? scope.actor;
  const isOpen = (id: string, root: string) => id === actor.id || wasThere(before?.[root], id);
  const asked = [...named]
    .filter(([id, { root }]) => !isOpen(id, root))
    .map(([id, { type }]) => ({ id, type: String(type) }));
  const seen = await visibleIds(
    asked.filter(({ type }) => scope.catalog.registry.find(type)),
    { ...scope, actor },
  );
  return [...named].filter(([id, { root }]) => seen.has(id) || isOpen(id, root)).map(([id]) => id);
}

/**
 * Responses complete members of these names wherever they stand, also in free-form objects such as the schema of a tool: what the actor
 * may not see must not stand there either. Throws 404.
 */
async function refuseElsewhere(type: EntityType, after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const { references = [] } = type;
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(after)) {
    if (value === before?.[key] || typeof value !== 'object') continue;
    const declared = new Set(references.filter((one) => one.in === key).map(({ field }) => field));
    const elsewhere = references.filter(({ field }) => !declared.has(field)).map((one) => ({ ...one, in: key }));
    mapInner({ references: elsewhere }, key, value, (reference) => {
      if (!wasThere(before?.[key], reference.id)) found.set(reference.id, key);
      return reference;
    });
  }
  if (found.size === 0) return;
  const actor = scope.actor.asker ?? scope.actor;
  const rows = (await getReferences(scope.sql, [...found.keys()])).filter(({ id }) => id !== actor.id);
  const seen = await visibleIds(rows, { ...scope, actor });
  for (const row of rows)
    if (!seen.has(row.id))
      throw catalogError('ENTITY_NOT_FOUND', `${found.get(row.id)}: ${errorMessages.notFoundById(row.type, row.id)}`);
}

/** Required references to what was deleted are sent back with the rest of the field. */
function wasThere(value: unknown, id: string): boolean {
  if (Array.isArray(value)) return value.some((item) => wasThere(item, id));
  return isObject(value) && (value.id === id || Object.values(value).some((item) => wasThere(item, id)));
}
