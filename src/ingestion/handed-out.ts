/** What the runner gets of a pipeline: all that a run needs, with secrets in plain text. */
import { isObject, parseObject } from '../../contract/index.js';
import { composeShown, type Fields, type Scope, selectFields, systemActor } from '../catalog/index.js';
import { first } from '../context/index.js';
import { revealConnection, revealPipeline } from '../entities/index.js';
import { type EntityRow, getEntityById } from '../storage/index.js';

export interface HandedOut {
  pipeline: Fields;
  /** The service of the pipeline; null if it belongs to something else, such as a test suite. */
  service: Fields | null;
}

/** Whoever may deploy a pipeline need not see its service, so this reads as the system. */
export async function handOut(row: EntityRow, given: Scope): Promise<HandedOut> {
  const scope = { ...given, actor: systemActor };
  const { openMetadataServerConnection: _, ...pipeline } = await shownOf(row, scope);
  return { pipeline: revealPipeline(pipeline, row, scope), service: await serviceOf(pipeline, scope) };
}

async function serviceOf({ service: reference }: Fields, scope: Scope): Promise<Fields | null> {
  const row = isObject(reference) ? await getEntityById(scope.sql, String(reference.id)) : undefined;
  const family = row && scope.catalog.registry.get(row.type).family;
  if (!row || !family) return null;
  const service = await shownOf(row, scope);
  return revealConnection(family, service, row, scope) ?? service;
}

async function shownOf(row: EntityRow, scope: Scope): Promise<Fields> {
  const type = scope.catalog.registry.get(row.type);
  return parseObject(first(await composeShown([row], type, selectFields(type, undefined, scope.catalog), scope)));
}
