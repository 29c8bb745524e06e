/** `GET {id}/context`: a short summary of an entity (`type/aiContext`), for readers who do not know it yet. */

import { createHash } from 'node:crypto';
import { labelTypes, parseObject } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { aNounOf, nounOf } from '../define/type-words.js';
import { isObject } from '../document/document.js';
import { composeShown } from '../rights/visible.js';
import { type DataRoute, json, parameter, type Reply, type Request, type Scope } from '../routes/route.js';
import { contextMarkdown, formatDocs, MARKDOWN, markdownReply, readFormat } from './context-markdown.js';
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
      description: `Returns a short summary of the ${nounOf(type)}: names, description, owners, tags and service. It is a Markdown document, unless format=json or an Accept header with application/json asks for JSON.`,
      tag: type.name,
      query: [formatDocs],
      answers: { 200: { description: 'The summary', schema: 'type/aiContext', text: MARKDOWN } },
      errors: [404],
    },
    handle: async (request, scope) => {
      const format = formatOf(request);
      const context = await loadContext(type, naming(request), scope);
      if (format === 'json') return json(200, context);
      return markdownReply(contextMarkdown(context));
    },
  });
  return [
    route('{id}', '', (request) => ({ id: parameter(request, 'id') })),
    route('name/{fqn}', '_by_name', (request) => ({ fqn: parameter(request, 'fqn') })),
  ];
}

/** Clients that ask for no format expect Markdown: they read the summary as text. */
function formatOf(request: Request): 'markdown' | 'json' {
  return readFormat(request) ?? (request.headers.accept?.includes('application/json') ? 'json' : 'markdown');
}

/** The summary of one entity as a reply in JSON. */
export async function readContext(type: EntityType, naming: EntityKey, scope: Scope): Promise<Reply> {
  return json(200, await loadContext(type, naming, scope));
}

async function loadContext(type: EntityType, naming: EntityKey, scope: Scope): Promise<EntityContext> {
  const row = await readRow(type, naming, 'non-deleted', scope);
  const text = first(await composeShown([row], type, selectAll(type), scope));
  return contextOf(type, parseObject(text), scope);
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
