/** Versions of an entity: the current state and stored snapshots of earlier states. */

import { catalogError } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getHistory, historySizes, listHistory, type Sql } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { withoutHrefs } from '../document/reference.js';
import { parseVersion } from '../document/version.js';
import { shownVersions } from '../rights/visible.js';
import type { Scope } from '../routes/route.js';
import { compose } from './compose.js';
import { selectAll } from './selection.js';

const maxVersions = 10_000;

/** Bytes of versions that are read at once. */
const pieceSize = 8 * 1024 * 1024;

/** Reads in the current snapshot, or in a new one. */
type Read = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface Versions {
  /** JSON texts, newest first. */
  newest: string[];
  /** The versions that would make the response too large to be read at once, in pieces; null if there are none. */
  older: ((read: Read) => AsyncGenerator<string[]>) | null;
}

/** All retained versions, limited to what the actor may see under current rights. They are read in pieces, because an entity can have any number of long ones. */
export async function versionsOf(type: EntityType, row: EntityRow, scope: Scope): Promise<Versions> {
  const { id } = row;
  const [limit = 0, ...others] = piecesOf(await historySizes(scope.sql, { id, limit: maxVersions }));
  const read = await listHistory(scope.sql, { id, limit });
  const texts = [await currentText(type, row, scope), ...read.map(({ doc }) => doc)];
  const before = read.at(-1)?.version ?? 0;
  return {
    newest: await shownVersions(texts, type, scope),
    older: others.length === 0 ? null : (again) => olderPieces(type, { id, before, limits: others }, again, scope),
  };
}

interface Older {
  id: string;
  /** The version before which they begin. */
  before: number;
  /** The number of versions in each piece. */
  limits: readonly number[];
}

async function* olderPieces(
  type: EntityType,
  { id, before, limits }: Older,
  read: Read,
  scope: Scope,
): AsyncGenerator<string[]> {
  let last = before;
  for (const limit of limits) {
    const behind = last;
    const found = await read(async (sql) => {
      const versions = await listHistory(sql, { id, limit, before: behind });
      const docs = versions.map(({ doc }) => doc);
      return { texts: await shownVersions(docs, type, { ...scope, sql }), last: versions.at(-1)?.version };
    });
    if (found.last === undefined) return;
    last = found.last;
    yield found.texts;
  }
}

/** How many versions each piece has. */
function piecesOf(versions: readonly { size: number }[]): number[] {
  const pieces: number[] = [];
  let size = 0;
  for (const version of versions) {
    if (pieces.length === 0 || size + version.size > pieceSize) {
      pieces.push(0);
      size = 0;
    }
    pieces.push((pieces.pop() ?? 0) + 1);
    size += version.size;
  }
  return pieces;
}

/** JSON text of one version. 404 if it never existed or is no longer retained. */
export async function versionOf(type: EntityType, row: EntityRow, text: string, scope: Scope): Promise<string> {
  const version = parseVersion(text);
  if (version === null)
    throw catalogError('BAD_REQUEST', `version ${JSON.stringify(text.slice(0, 50))} is not a version such as 0.1`);
  const stored =
    version === row.version ? await currentText(type, row, scope) : (await getHistory(scope.sql, row.id, version))?.doc;
  if (stored === undefined)
    throw catalogError('ENTITY_NOT_FOUND', `${type.name} instance for ${row.id} and version ${text} not found`);
  return first(await shownVersions([stored], type, scope));
}

async function currentText(type: EntityType, row: EntityRow, scope: Scope): Promise<string> {
  return withoutHrefs(first(await compose([row], type, selectAll(type), scope)));
}
