/** Writes activity from change events. */
import { type ActivityEvent, type ChangeDescription, isObject, parseObject } from '../../contract/index.js';
import { type EntityType, type Fields, guardOf, type Scope } from '../catalog/index.js';
import type { EventReader } from '../events/index.js';
import {
  type ActivityRow,
  deleteActivityBefore,
  getReferences,
  insertActivity,
  type PlacedEventRow,
} from '../storage/index.js';

type Kind = ActivityEvent['eventType'];

const MOST_VALUE = 1000;

const WHOLE: Readonly<Record<string, Kind>> = {
  entityCreated: 'EntityCreated',
  entitySoftDeleted: 'EntitySoftDeleted',
  entityRestored: 'EntityRestored',
};

/** Fields that are not about the entity itself, or that reports write every day. */
const SILENT = ['followers', 'votes', 'usageSummary', 'profile', 'joins', 'sampleData', 'lifeCycle', 'reactions'];

/** The events that become activity. */
export type FilterActivity = (events: readonly PlacedEventRow[], scope: Scope) => Promise<PlacedEventRow[]>;

/** Milliseconds between removals of old activity: the search for it costs as much as writing new rows. */
const BETWEEN_REMOVALS = 60_000;
const REMOVED_AT_ONCE = 1000;

/** Activity older than `keepMs` is removed with new activity, once a minute while there is little of it. */
export function createActivityReader(keepMs: number, filter: FilterActivity): EventReader<Scope> {
  let removedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'feed.activity',
    batch: 100,
    withoutEntity: true,
    async handle(events) {
      return async (scope) => {
        const { registry } = scope.catalog;
        const concerned = await filter(
          events.filter(({ entity_type }) => registry.find(entity_type)),
          scope,
        );
        const present = await getReferences(scope.sql, [...new Set(concerned.map(({ entity_id }) => entity_id))]);
        const ids = new Set(present.filter(({ deleted }) => deleted < 2).map(({ id }) => id));
        const rows = concerned
          .filter(({ entity_id }) => ids.has(entity_id))
          .flatMap((event) =>
            activityOf(event, registry.get(event.entity_type)).map((row) => ({ ...row, id: scope.context.id() })),
          );
        await insertActivity(scope.sql, rows);
        const now = scope.context.now();
        if (now - removedAt < BETWEEN_REMOVALS) return;
        const removed = await deleteActivityBefore(scope.sql, now - keepMs, REMOVED_AT_ONCE);
        if (removed < REMOVED_AT_ONCE) removedAt = now;
      };
    },
  };
}

interface Change {
  name?: string;
  oldValue?: unknown;
  newValue?: unknown;
}

/** One row for each field that people look at, and one for all others. Pure. */
export function activityOf(event: PlacedEventRow, type: EntityType): Omit<ActivityRow, 'id'>[] {
  const row = { entity_type: event.entity_type, entity_id: event.entity_id, actor_name: event.user_name, at: event.at };
  const noun = type.name;
  const whole = WHOLE[event.kind];
  const said = (verb: string) => `${event.user_name} ${verb} ${noun} ${event.entity_fqn}`.slice(0, 500);
  if (whole) {
    const verb = { EntityCreated: 'created', EntitySoftDeleted: 'deleted', EntityRestored: 'restored' }[String(whole)];
    return [{ ...row, kind: whole, part: '', operation: '', doc: JSON.stringify({ summary: said(verb ?? '') }) }];
  }
  if (event.kind !== 'entityUpdated' && event.kind !== 'entityFieldsChanged') return [];
  const found = new Map<string, Omit<ActivityRow, 'id'>>();
  for (const change of changesOf(parseObject(event.doc).changeDescription)) {
    const name = change.name ?? '';
    const root = name.split('.')[0] ?? '';
    if (name === '' || SILENT.includes(root)) continue;
    const kind = kindOf(name, change);
    const shows = kind !== 'EntityUpdated' && kind !== 'CustomPropertyUpdated';
    const doc = {
      summary: said(kind === 'EntityUpdated' ? 'updated' : `updated ${root} of`),
      ...(kind === 'EntityUpdated' ? {} : { fieldName: name.slice(0, 256) }),
      ...(shows ? valuesOf(change) : {}),
    };
    const key = kind === 'EntityUpdated' ? kind : name;
    const operation = guardOf(root, type) ?? '';
    if (!found.has(key))
      found.set(key, {
        ...row,
        kind,
        part: kind === 'EntityUpdated' ? '' : partOf(name),
        operation,
        doc: JSON.stringify(doc),
      });
  }
  return [...found.values()];
}

function changesOf(description: unknown): Change[] {
  const {
    fieldsAdded = [],
    fieldsUpdated = [],
    fieldsDeleted = [],
  }: Partial<ChangeDescription> = isObject(description) ? description : {};
  return [...fieldsAdded, ...fieldsUpdated, ...fieldsDeleted];
}

function kindOf(name: string, { oldValue, newValue }: Change): Kind {
  const [root = '', ...rest] = name.split('.');
  const last = rest.at(-1);
  if (root === 'extension') return 'CustomPropertyUpdated';
  if (root === 'owners') return 'OwnerUpdated';
  if (root === 'domains') return 'DomainUpdated';
  if (root === 'pipelineStatus') return 'PipelineStatusChanged';
  if (root === 'testCaseResult' || root === 'testCaseStatus') return 'TestCaseStatusChanged';
  if (rest.length === 0 && root === 'description') return 'DescriptionUpdated';
  if (rest.length === 0 && root === 'tags')
    return /"tagFQN\\?":\\?"Tier\./.test(JSON.stringify([oldValue, newValue])) ? 'TierUpdated' : 'TagsUpdated';
  if (last === 'description') return 'ColumnDescriptionUpdated';
  return last === 'tags' ? 'ColumnTagsUpdated' : 'EntityUpdated';
}

/** `columns.id.description` → `columns::id::description`. */
function partOf(name: string): string {
  const [root = '', ...rest] = name.split('.');
  const last = rest.pop();
  return [root, ...(rest.length > 0 ? [rest.join('.')] : []), ...(last === undefined ? [] : [last])].join('::');
}

function valuesOf({ oldValue, newValue }: Change): Fields {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_VALUE);
  return {
    ...(oldValue === undefined || oldValue === null ? {} : { oldValue: text(oldValue) }),
    ...(newValue === undefined || newValue === null ? {} : { newValue: text(newValue) }),
  };
}
