/** Who last changed each field of an entity, from its versions. */

import { setImmediate } from 'node:timers/promises';
import {
  type ChangeSummary,
  catalogError,
  errorMessages,
  parseObject,
  type Stored,
  type User,
} from '../../contract/index.js';
import {
  type EntityKey,
  type EntityType,
  json,
  type Reply,
  type Request,
  type Route,
  readLimit,
  readRow,
  type Scope,
  versionsOf,
} from '../catalog/index.js';
import { getEntitiesByFqns } from '../storage/index.js';
import { readRoute } from './system-route.js';

interface Version {
  updatedBy?: string;
  updatedAt?: number;
  changeDescription?: Partial<Record<'fieldsAdded' | 'fieldsUpdated' | 'fieldsDeleted', { name: string }[]>> & {
    changeSummary?: Record<string, ChangeSummary>;
  };
}

export function changeSummaryRoutes(): Route[] {
  return [
    route('/v1/changeSummary/{entityType}/{id}', 'ById'),
    route('/v1/changeSummary/{entityType}/name/{fqn}', 'ByFqn'),
  ];
}

function route(path: string, suffix: string): Route {
  const number = (name: string, description: string, low: number, high: number, fallback: number) => ({
    name,
    description,
    schema: { type: 'integer', minimum: low, maximum: high, default: fallback },
  });
  return readRoute(path, {
    id: `getChangeSummary${suffix}`,
    tag: 'Change Summary',
    summary: 'Get the last change of each field',
    answer: {
      inline: {
        type: 'object',
        properties: {
          changeSummary: { type: 'object' },
          totalEntries: { type: 'integer' },
          offset: { type: 'integer' },
          limit: { type: 'integer' },
        },
      },
    },
    query: [
      {
        name: 'fieldPrefix',
        description: 'Only fields whose name starts with this prefix',
        schema: { type: 'string' },
      },
      number('limit', 'Maximum number of fields to return', 1, 1000, 10),
      number('offset', 'Number of fields to skip', 0, 1_000_000, 0),
    ],
    errors: [404],
    handle: summarize,
  });
}

async function summarize({ params, query }: Request, scope: Scope): Promise<Reply> {
  const type = typeOf(params.entityType ?? '', scope);
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const naming: EntityKey = params.id === undefined ? { fqn: params.fqn ?? '' } : { id: params.id };
  const limit = readLimit(query.limit, 10, 1, 1000);
  const offset = readLimit(query.offset, 0, 0, 1_000_000, 'offset');
  const row = await readRow(type, naming, 'non-deleted', scope);
  const { newest, older } = await versionsOf(type, row, scope);
  const last = new Map<string, ChangeSummary>();
  noteChanges(newest, last);
  for await (const texts of older?.((work) => work(scope.sql)) ?? []) {
    noteChanges(texts, last);
    await setImmediate(); // others need not wait for all of them
  }
  const wanted = [...last].filter(([field]) => field.startsWith(query.fieldPrefix ?? ''));
  const page = wanted.slice(offset, offset + limit);
  const bots = await botsAmong(
    page.map(([, { changedBy = '' }]) => changedBy),
    scope,
  );
  const changeSummary = Object.fromEntries(page.map(([field, change]) => [field, summary(change, bots)]));
  return json(200, { changeSummary, totalEntries: wanted.length, offset, limit });
}

/** Adds the newest change of each field, by field. */
function noteChanges(versions: readonly string[], last: Map<string, ChangeSummary>): void {
  for (const text of versions) {
    const { updatedBy: changedBy, updatedAt: changedAt, changeDescription = {} } = parseObject<Version>(text);
    const { fieldsAdded = [], fieldsUpdated = [], fieldsDeleted = [], changeSummary = {} } = changeDescription;
    for (const { name } of [...fieldsAdded, ...fieldsUpdated, ...fieldsDeleted])
      if (!last.has(name)) last.set(name, changeSummary[name] ?? { changedBy, changedAt });
  }
}

function summary(
  { changedBy = '', changedAt = 0, changeSource }: ChangeSummary,
  bots: ReadonlySet<string>,
): ChangeSummary {
  return { changeSource: changeSource ?? (bots.has(changedBy) ? 'Ingested' : 'Manual'), changedBy, changedAt };
}

async function botsAmong(names: readonly string[], { sql, catalog }: Scope): Promise<Set<string>> {
  const [type] = catalog.registry.targetsOf('users');
  if (type === undefined) return new Set();
  const users = await getEntitiesByFqns(sql, type, [...new Set(names)]);
  return new Set(users.filter((user) => parseObject<Stored<User>>(user.doc).isBot).map((user) => user.name));
}

function typeOf(name: string, scope: Scope): EntityType {
  const type = scope.catalog.registry.find(name);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', name));
  return type;
}
