import { listOf, type SemanticsRule } from '../../../contract/index.js';
import { isObject, json, type Route } from '../../catalog/index.js';
import type { Feature } from '../../feature/index.js';
import { checkRules } from './check-rules.js';
import { ENTITY_RULES, enabledRules, keepRules } from './keep-rules.js';
import { RULE_OPERATORS } from './rule-operators.js';
import { shippedRules } from './shipped-rules.js';

const PATH = '/v1/system/settings';

const rulesOfType: Route = {
  kind: 'read',
  method: 'GET',
  path: `${PATH}/${ENTITY_RULES}/{entityType}`,
  docs: {
    operationId: 'getEntityRulesSetting',
    summary: 'List the active rules of a type',
    description: 'Returns the rules that writes of entities of the type have to keep.',
    tag: 'System',
    answers: { 200: { description: 'The rules', schema: { arrayOf: 'type/basic#semanticsRule' } } },
  },
  async handle({ params }, scope) {
    const given = (params.entityType ?? '').toLowerCase();
    const known = scope.catalog.registry.types.find(({ name }) => name.toLowerCase() === given);
    return json(200, await enabledRules(known?.name ?? given, scope));
  },
};

const operators: Route = {
  kind: 'read',
  method: 'GET',
  path: `${PATH}/customLogicOps`,
  docs: {
    operationId: 'getCustomLogicOps',
    summary: 'List the operators of rules beyond those of JsonLogic',
    tag: 'System',
    answers: { 200: { description: 'The names', schema: { inline: { type: 'array', items: { type: 'string' } } } } },
  },
  handle: async () => json(200, RULE_OPERATORS),
};

const isRule = (value: unknown): value is SemanticsRule => isObject(value);

/** Rules that every entity of a type has to keep, set by administrators. */
export const entityRulesFeature = {
  name: 'entity rules',
  routes: [rulesOfType, operators],
  writeChecks: [keepRules],
  settings: {
    [ENTITY_RULES]: {
      schema: 'configuration/entityRulesSettings',
      initial: () => ({ entitySemantics: shippedRules() }),
      check: ({ entitySemantics }) => checkRules(listOf(entitySemantics, isRule), 'entitySemantics'),
    },
  },
} satisfies Feature;
