/** `GET <collection>/history`: versions of all entities of a type created in a time range, newest first. */

import { catalogError } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import { countVersionsBetween, type MadeVersion, type VersionPlace, versionsBetween } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { nounsOf } from '../define/type-words.js';
import { withoutHrefs } from '../document/reference.js';
import { shownVersions } from '../rights/visible.js';
import { type DataRoute, jsonText, type Reply, type Request, type Scope } from '../routes/route.js';
import { compose } from './compose.js';
import { readCursor, writeCursor } from './cursor.js';
import { readLimit } from './list-request.js';
import { selectAll } from './selection.js';

/** Bytes of versions after which a page ends. */
const MOST_TEXT = 16 * 1024 * 1024;
const limits = { fallback: 500, high: 1000 };
const farthest = 9_999_999_999_999;

export function collectionHistoryRoute(type: EntityType): DataRoute {
  const time = (name: string, description: string) => ({ name, description, schema: { type: 'integer', minimum: 0 } });
  return {
    kind: 'read',
    method: 'GET',
    path: `${type.path}/history`,
    docs: {
      operationId: `list_${type.name}_history`,
      summary: `List the versions of all ${nounsOf(type)} created in a time range`,
      description: `Returns a page of the versions of all ${nounsOf(type)} that the caller may see, newest first. A page of long versions may have fewer than \`limit\`.`,
      tag: type.name,
      query: [
        { ...time('startTs', 'Start of the time range, in milliseconds since 1970'), required: true },
        { ...time('endTs', 'End of the time range, in milliseconds since 1970'), required: true },
        {
          name: 'limit',
          description: 'Maximum number of versions to return',
          schema: { type: 'integer', minimum: 1, maximum: limits.high, default: limits.fallback },
        },
        { name: 'after', description: 'Cursor of the next page', schema: { type: 'string' } },
        { name: 'before', description: 'Cursor of the previous page', schema: { type: 'string' } },
      ],
      answers: { 200: { description: 'A page', schema: { pageOf: type.schema } } },
    },
    handle: (request, scope) => listHistory(type, request, scope),
  };
}

async function listHistory(type: EntityType, { query }: Request, scope: Scope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', type.name);
  const asked = {
    type: type.name,
    since: readTime(query.startTs, 'startTs'),
    until: readTime(query.endTs, 'endTs'),
    filter: authorizer.filter(scope.actor, 'ViewBasic', type.name),
  };
  const limit = readLimit(query.limit, limits.fallback, 1, limits.high);
  if (query.after && query.before)
    throw catalogError('BAD_REQUEST', 'Only one of the query parameters after and before is allowed');
  const after = query.after ? readPlace(query.after, 'after', asked) : undefined;
  const before = query.before ? readPlace(query.before, 'before', asked) : undefined;
  const place = after ? { after } : before ? { before } : {};
  const { versions: shown, more } = await versionsBetween(scope.sql, { ...asked, ...place, limit, text: MOST_TEXT });
  if (before) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const paging = {
    ...(first && (after || (before && more)) ? { before: writePlace(first, asked) } : {}),
    ...(last && (before || more) ? { after: writePlace(last, asked) } : {}),
    total: await countVersionsBetween(scope.sql, asked),
  };
  return jsonText(200, `{"data":[${(await texts(shown, type, scope)).join(',')}],"paging":${JSON.stringify(paging)}}`);
}

function readTime(text: string | undefined, parameter: string): number {
  if (!text) throw catalogError('BAD_REQUEST', `query param ${parameter} is required`);
  return readLimit(text, 0, 0, farthest, parameter);
}

async function texts(versions: readonly MadeVersion[], type: EntityType, scope: Scope): Promise<string[]> {
  const current = versions.filter(({ text }) => text === null);
  const composed = await compose(
    current.map(({ row }) => row),
    type,
    selectAll(type),
    scope,
  );
  const now = new Map(current.map((version, i) => [version, withoutHrefs(present(composed[i]))]));
  const stored = versions.map((version) => version.text ?? present(now.get(version)));
  return shownVersions(stored, type, scope);
}

interface Asked {
  type: string;
  since: number;
  until: number;
}

const listOf = ({ type, since, until }: Asked) => ['history', type, since, until];

function writePlace({ at, id, version }: VersionPlace, asked: Asked): string {
  return writeCursor({ key: `${at} ${version}`, id }, listOf(asked));
}

function readPlace(text: string, parameter: string, asked: Asked): VersionPlace {
  const { key, id } = readCursor(text, parameter, listOf(asked));
  const [at, version] = key.split(' ').map(Number);
  return { at: at ?? 0, id, version: version ?? 0 };
}
