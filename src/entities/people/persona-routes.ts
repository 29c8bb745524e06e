/**
 * Search for personas, and the rules that select the default context of a persona (`type/personaContextDefinition`).
 */
import {
  catalogError,
  type Persona,
  type PersonaContextDefinition,
  type ContextRule as StoredRule,
} from '../../../contract/index.js';
import {
  changeEntity,
  type DataRoute,
  type Fields,
  json,
  type Method,
  type Reply,
  type Request,
  type RouteDocs,
  readBody,
  readDocument,
  type Scope,
} from '../../catalog/index.js';
import { type EntityRow, getEntitiesByIds, relationsFrom } from '../../storage/index.js';
import { target, targetToChange } from '../entity-route.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { personasOfTeams } from '../teams/from-teams.js';
import { defaultPersonas } from './default-persona.js';
import { nameSearchRoute } from './name-search-route.js';

const path = '/v1/personas';
const field = 'contextDefinition';
const schema = 'type/personaContextDefinition';
const ruleSchema = `${schema}#contextRule`;
const MOST_RULES = 25;

/** A rule as sent by clients; `matchedCount` is computed. */
export type ContextRule = Omit<StoredRule, 'matchedCount'>;
export type ContextDefinition = Omit<PersonaContextDefinition, 'rules'> & { rules?: ContextRule[] };

export function personaRoutes(): DataRoute[] {
  return [
    nameSearchRoute('persona', path, 'entity/teams/persona'),
    route('GET', '/{id}/aiContext', 'getPersonaContextDefinition', 'Get the default context definition of a persona', {
      handle: async (request, scope) => {
        const { row } = await target('persona', request, 'ViewAll', scope);
        return json<ContextDefinition>(200, definitionOf(row, scope));
      },
    }),
    changing('PUT', '/{id}/aiContext', 'updatePersonaContextDefinition', 'Update the limits of the context', schema, {
      change: (definition, request, scope) => {
        const { enabled, characterBudget, cacheTtlMinutes } = readBody(request, schema, scope);
        return { ...definition, ...given({ enabled, characterBudget, cacheTtlMinutes }) };
      },
    }),
    changing('POST', '/{id}/aiContext/rules', 'createPersonaContextRule', 'Add a context rule', ruleSchema, {
      change: (definition, request, scope) => {
        const rules = [...(definition.rules ?? []), ruleOf(request, scope.context.id(), scope)];
        if (rules.length > MOST_RULES)
          throw catalogError('BAD_REQUEST', `rules: a persona may have at most ${MOST_RULES}`);
        return { ...definition, rules };
      },
    }),
    changing('PUT', '/{id}/aiContext/rules/{ruleId}', 'updatePersonaContextRule', 'Update a context rule', ruleSchema, {
      change: (definition, request, scope) => {
        const id = ruleId(definition, request);
        const rule = ruleOf(request, id, scope);
        return { ...definition, rules: definition.rules?.map((one) => (one.id === id ? rule : one)) ?? [] };
      },
    }),
    changing('DELETE', '/{id}/aiContext/rules/{ruleId}', 'deletePersonaContextRule', 'Remove a context rule', null, {
      change: (definition, request) => {
        const id = ruleId(definition, request);
        return { ...definition, rules: definition.rules?.filter((one) => one.id !== id) ?? [] };
      },
    }),
  ];
}

/** The stored context definition of a persona, with defaults. */
export function definitionOf(row: Pick<EntityRow, 'doc' | 'extra'>, { catalog }: Scope): ContextDefinition {
  const stored: ContextDefinition = readDocument<Persona>(row)[field] ?? {};
  return catalog.contract.withDefaults(schema, stored);
}

/** Gives ids to the rules that a write of the whole persona has without: those of stored rules of the same name, else new ones. */
export function identifyRules(after: Defined, before: Defined | null, { context }: Scope): void {
  const definition = after[field];
  if (!definition?.rules?.some(({ id }) => !id)) return;
  const ids = new Map(before?.[field]?.rules?.map(({ name, id }) => [name, id]));
  const rules = definition.rules.map((rule) => (rule.id ? rule : { ...rule, id: ids.get(rule.name) ?? context.id() }));
  after[field] = { ...definition, rules };
}

type Defined = Pick<Persona, typeof field>;

/**
 * The persona that a user works as: the one of this name or id, if it is one of the user's or of a team of the user. Or else the
 * one of the user's choice, one of the user's, one of a team, the default one of all; null if there is none.
 */
export async function personaOf(userId: string, named: string | undefined, scope: Scope): Promise<EntityRow | null> {
  const own = await relationsFrom(scope.sql, [userId], [ACCESS_EDGE.startsAs, ACCESS_EDGE.hasPersona]);
  const inherited = (await personasOfTeams([userId], scope.sql)).get(userId) ?? [];
  const chosen = own.filter(({ kind }) => kind === ACCESS_EDGE.startsAs);
  const ids = [...chosen, ...own, ...inherited].map(({ to_id }) => to_id);
  const rows = (await getEntitiesByIds(scope.sql, ids)).filter(({ deleted }) => deleted === 0);
  const wanted = named?.toLowerCase();
  const asNamed = rows.find(({ id, name }) => wanted === id || wanted === name.toLowerCase());
  return asNamed ?? rows.find(({ id }) => id === ids[0]) ?? (await defaultPersonas(scope))[0] ?? null;
}

function route(
  method: Method,
  below: string,
  operationId: string,
  summary: string,
  { handle, body }: Pick<DataRoute, 'handle'> & { body?: RouteDocs['body'] },
): DataRoute {
  const answers = { 200: { description: 'The definition', schema } };
  const docs: RouteDocs = {
    operationId,
    summary,
    tag: 'persona',
    answers,
    errors: [404],
    ...(body ? { body } : {}),
  };
  return { kind: method === 'GET' ? 'read' : 'write', method, path: path + below, docs, handle };
}

interface Change {
  change(definition: ContextDefinition, request: Request, scope: Scope): ContextDefinition;
}

function changing(
  method: Method,
  below: string,
  operationId: string,
  summary: string,
  bodySchema: string | null,
  { change }: Change,
): DataRoute {
  return route(method, below, operationId, summary, {
    ...(bodySchema ? { body: { schema: bodySchema, required: true } } : {}),
    handle: async (request, scope): Promise<Reply> => {
      const { type, row } = await targetToChange('persona', request, 'EditAll', scope);
      const definition = change(definitionOf(row, scope), request, scope);
      await changeEntity(type, row, (value) => ({ ...value, [field]: definition }), scope);
      return json<ContextDefinition>(200, definition);
    },
  });
}

function ruleOf(request: Request, id: string, scope: Scope): ContextRule {
  const rule = readBody(request, ruleSchema, scope);
  const { matchedCount: _, ...kept } = scope.catalog.contract.withDefaults(ruleSchema, rule);
  return { ...kept, id };
}

function ruleId({ rules = [] }: ContextDefinition, { params }: Request): string {
  const found = rules.find(({ id }) => id === params.ruleId?.toLowerCase());
  if (!found?.id) throw catalogError('ENTITY_NOT_FOUND', `the persona has no rule ${params.ruleId}`);
  return found.id;
}

function given(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
