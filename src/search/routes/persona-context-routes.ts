import { catalogError, parseObject } from '../../../contract/index.js';
import {
  type DataRoute,
  formatDocs,
  json,
  markdownReply,
  type Request,
  readBody,
  readFormat,
  readRow,
  type Scope,
} from '../../catalog/index.js';
import { definitionOf, personaOf } from '../../entities/index.js';
import type { EntityRow } from '../../storage/index.js';
import { buildContext, previewRule } from '../hits/persona-context.js';
import { searchRoute } from './search-route.js';

const path = '/v1/personas';
const group = { path, tag: 'persona' };

/** Previews the results of a persona's rules, and renders them as context. */
export function personaContextRoutes(): DataRoute[] {
  return [
    searchRoute('/{id}/aiContext/rules/preview', {
      id: 'previewPersonaContextRule',
      ...group,
      summary: 'Preview the results of a context rule',
      method: 'POST',
      body: { schema: 'type/personaContextDefinition#contextRule', required: true },
      errors: [404],
      handle: async (request, scope) => {
        await findPersona(request, scope);
        const rule = readBody(request, 'type/personaContextDefinition#contextRule', scope);
        return json(200, await previewRule(rule, scope));
      },
    }),
    searchRoute('/{id}/aiContext/document', {
      id: 'getPersonaContextDocument',
      ...group,
      summary: 'Get the context of a persona as text',
      errors: [404],
      handle: document,
    }),
    searchRoute('/{id}/aiContext/document:refresh', {
      id: 'refreshPersonaContextDocument',
      ...group,
      summary: 'Rebuild the context of a persona (same as reading it: it is always built from current data)',
      method: 'POST',
      errors: [404],
      handle: document,
    }),
    searchRoute('/me/context', {
      id: 'getMyPersonaContext',
      ...group,
      summary: 'Get the context of your own persona',
      description:
        'The header X-OpenMetadata-Persona names one of your personas, by name or id. Otherwise it is your default persona, or else one of yours or of your teams.',
      query: [{ ...formatDocs, schema: { ...formatDocs.schema, default: 'markdown' } }],
      errors: [404],
      handle: ownContext,
    }),
  ];
}

function findPersona({ params }: Request, scope: Scope): Promise<EntityRow> {
  const type = scope.catalog.registry.targetOf('personas');
  return readRow(type, { id: params.id ?? '' }, 'non-deleted', scope, ['ViewAll']);
}

async function document(request: Request, scope: Scope) {
  const { context, markdown } = await contextOfRow(await findPersona(request, scope), scope);
  return json(200, {
    markdown,
    entitiesIncluded: context.rules.reduce((sum, rule) => sum + rule.renderedFull + rule.renderedCompact, 0),
    truncatedCount: context.rules.reduce((sum, rule) => sum + rule.manifestOnly, 0),
    tokensEst: Math.max(1, Math.ceil(markdown.length / 4)),
    bytes: Buffer.byteLength(markdown),
    generatedAt: context.generatedAt,
    truncated: context.truncated,
    cacheState: 'FRESH',
  });
}

/** Names the persona that a user works as now. */
const PERSONA = 'x-openmetadata-persona';

async function ownContext(request: Request, scope: Scope) {
  const { authorizer, registry } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', registry.targetOf('personas').name);
  const format = readFormat(request);
  const named = request.headers[PERSONA];
  const row = await personaOf(scope.actor.id, typeof named === 'string' ? named : undefined, scope);
  if (!row) throw catalogError('ENTITY_NOT_FOUND', `user ${scope.actor.name} has no persona`);
  const { context, markdown } = await contextOfRow(row, scope);
  if (format === 'json') return json(200, context);
  return markdownReply(markdown);
}

function contextOfRow(row: EntityRow, scope: Scope) {
  return buildContext(parseObject(row.ref), definitionOf(row, scope), scope);
}
