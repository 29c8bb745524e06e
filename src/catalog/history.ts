/** Versions of an entity: the current state and the snapshots of earlier ones. */
import { catalogError } from '../../contract/index.js';
import { type EntityRow, getHistory, listHistory } from '../storage/index.js';
import { compose } from './compose.js';
import type { EntityType } from './define.js';
import { factsOf } from './facts.js';
import { hiddenFields, withoutFields } from './hide-fields.js';
import { withoutHrefs } from './reference.js';
import type { Scope } from './route.js';
import { selectAll } from './selection.js';
import { parseVersion } from './version.js';

const mostVersions = 10_000;

/** JSON texts of all kept versions, newest first, as far as the actor may see their fields now. */
export async function versionsOf(type: EntityType, row: EntityRow, scope: Scope): Promise<string[]> {
  const older = await listHistory(scope.sql, { id: row.id, limit: mostVersions });
  const hidden = await hiddenFields(type, () => factsOf(type, row, scope), scope);
  return [await currentText(type, row, scope), ...older.map((version) => version.doc)].map((text) =>
    withoutFields(text, hidden),
  );
}

/** JSON text of one version; 404 when it was never made or is no longer kept. */
export async function versionOf(type: EntityType, row: EntityRow, text: string, scope: Scope): Promise<string> {
  const version = parseVersion(text);
  if (version === null)
    throw catalogError('BAD_REQUEST', `version ${JSON.stringify(text.slice(0, 50))} is not a version such as 0.1`);
  const hidden = await hiddenFields(type, () => factsOf(type, row, scope), scope);
  if (version === row.version) return withoutFields(await currentText(type, row, scope), hidden);
  const older = await getHistory(scope.sql, row.id, version);
  if (!older)
    throw catalogError('ENTITY_NOT_FOUND', `${type.name} instance for ${row.id} and version ${text} not found`);
  return withoutFields(older.doc, hidden);
}

async function currentText(type: EntityType, row: EntityRow, scope: Scope): Promise<string> {
  const [text] = await compose([row], type, selectAll(type), scope);
  return withoutHrefs(text as string);
}
