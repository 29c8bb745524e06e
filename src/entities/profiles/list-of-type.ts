/** `GET {entityType}`: pages of the profiles of all entities of a type that the reader may see. */
import { catalogError, parseList } from '../../../contract/index.js';
import {
  type EntityType,
  hiddenCondition,
  linkTo,
  type Reply,
  type Request,
  readCursor,
  readLimit,
  type Scope,
  writeCursor,
} from '../../catalog/index.js';
import { allOf } from '../../rules/index.js';
import { listEntities, listPointsByTime, type SeriesRow } from '../../storage/index.js';
import { readTimeRange } from '../time-range.js';
import { BATCH_SIZE, type Paging, pageText } from './profile-page.js';
import { kindOfType, profileText, readProfileTypes } from './profile-points.js';
import { profileHolder } from './profile-series.js';

/** Maximum and default number of profiles of a page. */
export const MAX_PROFILES = 10_000;
export const USUAL = 1000;

interface Position {
  kind: string;
  after: Pick<SeriesRow, 'at' | 'entity_id' | 'key'>;
}

/** Maximum number of points that one request scans, since those of hidden entities are skipped. */
const MOST_SCANNED = 100_000;

export async function listOfType({ params: given, query }: Request, scope: Scope): Promise<Reply> {
  const { type } = profileHolder(given, 'ViewDataProfile', scope);
  const { from, to } = readTimeRange(query, scope);
  const limit = readLimit(query.limit, USUAL, 1, MAX_PROFILES);
  const kinds = readProfileTypes(query.profileType).map((name) => kindOfType[name]);
  const position = query.after ? readPosition(query.after, kinds, listOf(type, kinds)) : null;
  const paging: Paging = { total: 0 };
  return {
    status: 200,
    body: pageText(profilesOfType({ type, kinds, from, to, limit, position }, paging, scope), paging, scope),
  };
}

interface TypePage {
  type: EntityType;
  kinds: readonly string[];
  from: number;
  to: number;
  limit: number;
  position: Position | null;
}

/**
 * Reads each batch in its own snapshot. Sets `paging.total` to the number of profiles returned: the real total would
 * reveal profiles of entities that the reader may not see.
 */
async function* profilesOfType(
  { type, kinds, from, to, limit, position: given }: TypePage,
  paging: Paging,
  scope: Scope,
): AsyncGenerator<string[], void> {
  let position = given;
  let scanned = 0;
  for (const kind of given ? kinds.slice(kinds.indexOf(given.kind)) : kinds) {
    for (let more = true; more; ) {
      const after: Position['after'] | undefined = position?.kind === kind ? position.after : undefined;
      const { points, references } = await scope.reopen(async (sql) => {
        const found = await listPointsByTime(sql, { kind, from, to, limit: BATCH_SIZE, ...(after ? { after } : {}) });
        return { points: found, references: await shownReferences(found, type, { ...scope, sql }) };
      });
      more = points.length === BATCH_SIZE;
      scanned += points.length;
      const texts: string[] = [];
      for (const point of points) {
        if (paging.total === limit) break;
        position = { kind, after: point };
        const reference = references.get(point.entity_id);
        if (reference === undefined) continue;
        texts.push(profileText(point, reference));
        paging.total++;
      }
      const full = position?.after !== points.at(-1) && points.length > 0;
      if (position && (full || scanned >= MOST_SCANNED)) paging.after = writePosition(position, listOf(type, kinds));
      yield texts;
      if (paging.after !== undefined) return;
    }
  }
}

function listOf(type: EntityType, kinds: readonly string[]): readonly unknown[] {
  return ['profiles', type.name, ...kinds];
}

function writePosition({ kind, after: { at, entity_id, key } }: Position, list: readonly unknown[]): string {
  return writeCursor({ key: JSON.stringify([kind, at, key]), id: entity_id }, list);
}

function readPosition(cursor: string, kinds: readonly string[], list: readonly unknown[]): Position {
  const { key: text, id } = readCursor(cursor, 'after', list);
  try {
    const [kind, at, key] = parseList(text);
    if (
      typeof kind === 'string' &&
      kinds.includes(kind) &&
      typeof at === 'number' &&
      Number.isSafeInteger(at) &&
      typeof key === 'string'
    )
      return { kind, after: { at, entity_id: id, key } };
  } catch {
    // not a cursor of this list: refused below
  }
  throw catalogError(
    'BAD_REQUEST',
    'after is not a cursor of this list; use the value returned with the previous page',
  );
}

/** References to the entities of the points whose profiles the reader may see, by entity id. */
async function shownReferences(
  points: readonly SeriesRow[],
  type: EntityType,
  scope: Scope,
): Promise<Map<string, string>> {
  const { authorizer, registry, removals } = scope.catalog;
  const ids = [...new Set(points.map(({ entity_id }) => entity_id))];
  if (ids.length === 0) return new Map();
  const under = await removals.under(scope.sql);
  const rows = await listEntities(scope.sql, {
    type: type.name,
    conditions: [{ by: 'ids', ids }, ...hiddenCondition(under, type.name, 'non-deleted', registry)],
    filter: allOf(
      ['ViewBasic', 'ViewDataProfile'].map((operation) => authorizer.filter(scope.actor, operation, type.name)),
    ),
    limit: ids.length,
  });
  return new Map(rows.map((row) => [row.id, linkTo(row, scope)]));
}
