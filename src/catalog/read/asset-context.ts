/** `GET {id}/context`: a short summary of an entity (`type/aiContext`), for readers who do not know it yet. */

import { createHash } from 'node:crypto';
import { labelTypes, parseObject } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { aNounOf, nounOf } from '../define/type-words.js';
import { isObject } from '../document/document.js';
import { composeShown } from '../rights/visible.js';
import { type DataRoute, json, parameter, type Reply, type Request, type Scope } from '../routes/route.js';
import type { EntityKey } from './load.js';
import { readRow } from './read.js';
import { selectAll } from './selection.js';

export function contextRoutes(type: EntityType): DataRoute[] {
  const route = (place: string, named: string, naming: (request: Request) => EntityKey): DataRoute => ({
    kind: 'read',
    method: 'GET',
    path: `${type.path}/${place}/context`,
    docs: {
      operationId: `get_${type.name}_context${named}`,
      summary: `Get a summary of ${aNounOf(type)}`,
      description: `Returns a short summary of the ${nounOf(type)}: names, description, owners, tags and containers.`,
      tag: type.name,
      answers: { 200: { description: 'The summary', schema: 'type/aiContext' } },
      errors: [404],
    },
    handle: (request, scope) => readContext(type, naming(request), scope),
  });
  return [
    route('{id}', '', (request) => ({ id: parameter(request, 'id') })),
    route('name/{fqn}', '_by_name', (request) => ({ fqn: parameter(request, 'fqn') })),
  ];
}

/** The summary of one entity as a reply. */
export async function readContext(type: EntityType, naming: EntityKey, scope: Scope): Promise<Reply> {
  const row = await readRow(type, naming, 'non-deleted', scope);
  const text = first(await composeShown([row], type, selectAll(type), scope));
  return json(200, contextOf(type, parseObject(text), scope));
}

/** `type/aiContext` of the interface. */
export interface EntityContext extends Fields {
  entityType: string;
  tags: unknown[];
  assetContext?: Fields | undefined;
}

export function contextOf(type: EntityType, entity: Fields, scope: Scope): EntityContext {
  const labels = Array.isArray(entity.tags) ? entity.tags.filter(isObject) : [];
  const context = {
    id: entity.id,
    name: entity.name,
    fullyQualifiedName: entity.fullyQualifiedName,
    entityType: type.name,
    service: entity.service,
    serviceType: entity.serviceType,
    displayName: entity.displayName,
    description: entity.description,
    owners: entity.owners,
    resource: entity.href,
    tags: labels.filter(({ source }) => source !== 'Glossary').map(({ tagFQN }) => tagFQN),
    glossaryTerms: labels.filter(({ source }) => source === 'Glossary').map(termOf),
    assetContext: type.context?.(entity),
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(context)).digest('hex');
  return { ...context, fingerprint, generatedAt: scope.context.now() };
}

function termOf({ tagFQN, name, displayName, description }: Fields): Fields {
  return {
    type: labelTypes.Glossary,
    name: name ?? tagFQN,
    displayName,
    fullyQualifiedName: tagFQN,
    content: description,
  };
}
