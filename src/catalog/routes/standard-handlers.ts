/** Handlers of the standard routes for single entities. They check rights first, then the body. */
import { catalogError, type EntityHistory } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import { readChangeSource } from '../change/change-source.js';
import type { EntityType } from '../define/define.js';
import { apiUrl, withHrefs } from '../document/reference.js';
import { withReaderFields } from '../read/compose.js';
import { versionOf, versionsOf } from '../read/history.js';
import { readFlag } from '../read/list-request.js';
import { checkId, type EntityKey } from '../read/load.js';
import { entityReply, readRow } from '../read/read.js';
import { selectAll } from '../read/selection.js';
import { afterDecision, isLarge } from '../remove/decide-below.js';
import type { DeleteOptions } from '../remove/delete.js';
import { jobOfDeletion } from '../remove/deletion-jobs.js';
import { shownTexts } from '../rights/visible.js';
import type { Written } from '../write/draft.js';
import {
  checkCreate,
  createEntity,
  patchEntity,
  putEntity,
  removeUnlessLarge,
  restoreUnlessLarge,
} from '../write/write.js';
import { readBody, readJson } from './body.js';
import { limitItems } from './bulk.js';
import { json, jsonText, parameter, type Reply, type Request, type Scope, type SlicedScope } from './route.js';

export const idOf = (request: Request): EntityKey => ({ id: parameter(request, 'id') });
export const nameOf = (request: Request): EntityKey => ({ fqn: parameter(request, 'fqn') });

export async function create(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Create', type.name);
  const written = await createEntity(type, checkCreate(type, readJson(request), scope), scope);
  const location = `${apiUrl(scope)}${type.path}/${written.row.id}`;
  return changed(201, type, written, 'entityCreated', scope, { Location: location });
}

/** Creates the entities of a list one after the other, all or none: later ones may name earlier ones. */
export async function createAll(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Create', type.name);
  const bodies = readJson(request);
  if (!Array.isArray(bodies)) throw catalogError('BAD_REQUEST', 'The body must be an array of create requests');
  limitItems(bodies, scope, MOST_AT_ONCE);
  const creates = bodies.map((body) => checkCreate(type, body, scope));
  const texts: string[] = [];
  for (const created of creates) texts.push(await shownText(type, await createEntity(type, created, scope), scope));
  return jsonText(200, withHrefs(`[${texts.join()}]`, apiUrl(scope)));
}

/** Bounds how long other writes wait for `createAll`. */
const MOST_AT_ONCE = 100;

export async function put(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  const override = readFlag(request.query, 'overrideMetadata');
  if (authorizer.filter(scope.actor, 'Create', type.name).kind === 'none')
    authorizer.possible(scope.actor, 'EditAll', type.name);
  const create = checkCreate(type, readJson(request), scope);
  const written = await putEntity(type, create, { override }, scope, request.ifMatch);
  return written.outcome === 'created'
    ? changed(201, type, written, 'entityCreated', scope)
    : changed(200, type, written, eventOf(written), scope);
}

export async function patchReply(type: EntityType, naming: EntityKey, request: Request, given: Scope): Promise<Reply> {
  given.catalog.authorizer.possible(given.actor, 'EditAny', type.name);
  const { changeSource } = request.query;
  const scope = changeSource ? { ...given, source: readChangeSource(changeSource) } : given;
  const written = await patchEntity(type, naming, () => readJson(request), request.ifMatch, scope);
  return changed(200, type, written, eventOf(written), scope);
}

export function remove(type: EntityType, naming: EntityKey, request: Request, scope: SlicedScope): Promise<Reply> {
  return removed(type, naming, request, scope, (written, { hard }, inner) =>
    changed(200, type, written, hard ? 'entityDeleted' : 'entitySoftDeleted', inner),
  );
}

export function removeAsync(type: EntityType, request: Request, scope: SlicedScope): Promise<Reply> {
  return removed(type, idOf(request), request, scope, ({ row }, _, inner) =>
    accepted(row.id, `Deleting ${type.name} ${row.fqn} with everything below it has started`, inner),
  );
}

function removed(
  type: EntityType,
  naming: EntityKey,
  request: Request,
  scope: SlicedScope,
  answer: (written: Written, options: DeleteOptions, scope: Scope) => Promise<Reply> | Reply,
): Promise<Reply> {
  return afterDecision<Reply>(scope, async (inner, look) => {
    inner.catalog.authorizer.possible(inner.actor, 'Delete', type.name);
    const given = deleteOptions(request);
    const written = await removeUnlessLarge(type, naming, { given, ifMatch: request.ifMatch, look }, inner);
    return isLarge(written) ? written : answer(written, given, inner);
  });
}

async function accepted(rootId: string, message: string, scope: Scope): Promise<Reply> {
  return json(202, { jobId: await jobOfDeletion(rootId, scope), message });
}

export function restore(type: EntityType, request: Request, scope: SlicedScope): Promise<Reply> {
  return restored(type, request, scope, (inner) => readBody(request, 'api/data/restoreEntity', inner).id);
}

/** The body is optional: the path names the entity. */
export function restoreById(type: EntityType, request: Request, scope: SlicedScope): Promise<Reply> {
  return restored(type, request, scope, (inner) => {
    const id = checkId(parameter(request, 'id'));
    if (request.body?.trim() && checkId(readBody(request, 'api/data/restoreEntity', inner).id) !== id)
      throw catalogError('BAD_REQUEST', 'id: the body names another entity than the path');
    return id;
  });
}

function restored(
  type: EntityType,
  request: Request,
  scope: SlicedScope,
  idIn: (scope: Scope) => string,
): Promise<Reply> {
  return afterDecision<Reply>(scope, async (inner, look) => {
    inner.catalog.authorizer.possible(inner.actor, 'Delete', type.name);
    const id = idIn(inner);
    const isAsync = readFlag(request.query, 'async');
    const written = await restoreUnlessLarge(type, id, look, inner);
    if (isLarge(written)) return written;
    if (!isAsync) return changed(200, type, written, 'entityRestored', inner);
    const message = `Restoring ${type.name} ${written.row.fqn} with everything below it has started`;
    return accepted(written.row.id, message, inner);
  });
}

export async function listVersions(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const row = await readRow(type, idOf(request), 'all', scope);
  const { newest, older } = await versionsOf(type, row, scope);
  if (!older) return json<EntityHistory>(200, { entityType: type.name, versions: newest });
  return { status: 200, body: streamVersions(type, newest, older(scope.reopen)) };
}

async function* streamVersions(
  { name }: EntityType,
  newest: readonly string[],
  older: AsyncIterable<string[]>,
): AsyncGenerator<string> {
  const list = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(',');
  yield `{"entityType":${JSON.stringify(name)},"versions":[${list(newest)}`;
  for await (const texts of older) yield `,${list(texts)}`;
  yield ']}';
}

export async function getVersion(type: EntityType, request: Request, scope: Scope): Promise<Reply> {
  const row = await readRow(type, idOf(request), 'all', scope);
  return jsonText(200, await versionOf(type, row, parameter(request, 'version'), scope));
}

function deleteOptions(request: Request) {
  return { hard: readFlag(request.query, 'hardDelete'), recursive: readFlag(request.query, 'recursive') };
}

/** Response to a write. compat: clients read the kind of change from a header. */
async function changed(
  status: number,
  type: EntityType,
  written: Written,
  kind: string,
  scope: Scope,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const shown = await shownText(type, written, scope);
  return entityReply(status, written.row, shown, scope, { 'X-OpenMetadata-Change': kind, ...headers });
}

async function shownText(type: EntityType, written: Written, scope: Scope): Promise<string> {
  const text = first(await shownTexts([written.created ?? written.text], type, selectAll(type), scope));
  return withReaderFields(text, written.row, type, scope);
}

function eventOf(written: Written): string {
  return written.outcome === 'unchanged' ? 'entityNoChange' : 'entityUpdated';
}
