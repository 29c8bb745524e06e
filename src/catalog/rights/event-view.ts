/** Events as their reader may see them. */
import { isObject, parseObject } from '../../../contract/index.js';
import { matchesFilter } from '../../rules/index.js';
import { getReferences, type PlacedEventRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import type { ResourceFacts } from './authorizer.js';
import { factsOfValue } from './facts.js';
import { isAllowed } from './is-allowed.js';
import { showEvent } from './shown-event.js';
import { createSight, type Sight } from './sight.js';

/** The event, reduced to what the caller may see; null if nothing. */
export type EventView = (row: PlacedEventRow) => Promise<PlacedEventRow | null>;

/** Decides by the current entity, or by the state in the event if the entity is deleted for good. */
export function createEventView(scope: Scope): EventView {
  const { registry } = scope.catalog;
  const sight = createSight(scope);
  const present = new Map<string, boolean>();
  const isPresent = async (id: string) => {
    const known = present.get(id) ?? (await getReferences(scope.sql, [id])).some(({ deleted }) => deleted < 2);
    present.set(id, known);
    return known;
  };
  return async (row) => {
    if (scope.actor.isAdmin) return row;
    const type = registry.find(row.entity_type);
    if (!type && (await concernsSeen(row, sight))) return row;
    if (!type || scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type.name).kind === 'none') return null;
    if (sight.all && sight.guards(type).length === 0) return row;
    const gone = (await isPresent(row.entity_id)) ? null : await factsOfEvent(type, row, scope);
    // Nobody can tell any more who may see what it was about.
    if (gone && type.hasSubject) return null;
    if (!(await isSeen(type, row, gone, sight, scope))) return null;
    const event = parseObject(row.doc);
    await showEvent(event, type, sight, scope, gone ? await hiddenOf(type, gone, sight, scope) : undefined);
    return { ...row, doc: JSON.stringify(event) };
  };
}

/** Events about something that is not an entity, such as a conversation, are visible to those who see the entity in `entityRef`. */
async function concernsSeen({ doc }: PlacedEventRow, sight: Sight): Promise<boolean> {
  const { entity } = parseObject(doc);
  const { entityRef } = typeof entity === 'string' ? parseObject(entity) : {};
  if (!isObject(entityRef) || typeof entityRef.id !== 'string' || typeof entityRef.type !== 'string') return false;
  const { id, type } = entityRef;
  return (await sight.allowed('ViewBasic', [{ id, type }])).has(id);
}

async function isSeen(
  type: EntityType,
  row: PlacedEventRow,
  gone: ResourceFacts | null,
  sight: Sight,
  { catalog, actor }: Scope,
): Promise<boolean> {
  if (gone) return matchesFilter(catalog.authorizer.filter(actor, 'ViewBasic', type.name), gone);
  const id = row.entity_id;
  return (await sight.allowed('ViewBasic', [{ id, type: type.name }])).has(id);
}

async function hiddenOf(type: EntityType, facts: ResourceFacts, sight: Sight, scope: Scope): Promise<Set<string>> {
  const hidden = new Set<string>();
  for (const [field, operation] of sight.guards(type))
    if (!(await isAllowed(operation, type, async () => facts, scope))) hidden.add(field);
  return hidden;
}

function factsOfEvent(type: EntityType, { doc }: PlacedEventRow, scope: Scope): Promise<ResourceFacts> {
  const { entity } = parseObject(doc);
  const value = typeof entity === 'string' ? parseObject(entity) : {};
  return factsOfValue(type, value, scope);
}
