/** Versions of an entity: the current state and stored snapshots of earlier states. */

import { catalogError } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getHistory, listHistory } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { withoutHrefs } from '../document/reference.js';
import { parseVersion } from '../document/version.js';
import { shownVersions } from '../rights/visible.js';
import type { Scope } from '../routes/route.js';
import { compose } from './compose.js';
import { selectAll } from './selection.js';

const maxVersions = 10_000;

/** JSON texts of all retained versions, newest first, limited to what the actor may see under current rights. */
export async function versionsOf(type: EntityType, row: EntityRow, scope: Scope): Promise<string[]> {
  const older = await listHistory(scope.sql, { id: row.id, limit: maxVersions });
  const texts = [await currentText(type, row, scope), ...older.map((version) => version.doc)];
  return shownVersions(texts, type, scope);
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
