/** Makes the rules of an alert from its source and input. Throws 400 for what its source does not have. */
import {
  type AlertFilteringInput,
  type AlertType,
  type ArgumentsInput,
  catalogError,
  type EventFilterRule,
  type FilteringRules,
} from '../../../contract/index.js';
import type { Catalog } from '../../catalog/index.js';
import { fillTemplate, PARSE_LIMITS, parseAlertCondition } from '../../rules/index.js';
import { FILTER, ruleOf } from './alert-filters.js';
import { type AlertSourceRules, alertSources, EVERYTHING } from './alert-sources.js';

export interface AlertInput {
  alertType: AlertType;
  resources: readonly string[];
  input: AlertFilteringInput | undefined;
}

export function filteringRules(
  { alertType, resources, input }: AlertInput,
  catalog: Pick<Catalog, 'registry' | 'contract'>,
): FilteringRules {
  const source = OPEN.includes(alertType) ? sourceNamed(resources, alertType, catalog) : everythingOf(catalog);
  // Notifications have no triggers, whatever is sent.
  const triggers = alertType === 'Observability' ? (input?.actions ?? []) : [];
  const rules = rulesFrom(input?.filters, source.supportedFilters, FILTERS, source);
  const actions = rulesFrom(triggers, source.supportedActions, TRIGGERS, source);
  const length = [...rules, ...actions].reduce((sum, { condition }) => sum + condition.length, 0);
  if (length > PARSE_LIMITS.length)
    throw catalogError(
      'BAD_REQUEST',
      `input: all conditions together are longer than ${PARSE_LIMITS.length} characters`,
    );
  return { resources: [source.name], rules, actions };
}

/** Of each kind: all of them are tried on every event. */
const MOST_RULES = 100;
const OPEN: readonly AlertType[] = ['Notification', 'Observability'];

/** Built-in subscriptions have the source `all`, and additional filters. */
function everythingOf(catalog: Pick<Catalog, 'registry' | 'contract'>): AlertSourceRules {
  const source = sourceNamed([EVERYTHING], 'Notification', catalog);
  return {
    ...source,
    supportedFilters: [...source.supportedFilters, ruleOf(FILTER.source), ruleOf(FILTER.fieldChange)],
  };
}

function sourceNamed(
  resources: readonly string[],
  alertType: AlertType,
  catalog: Pick<Catalog, 'registry' | 'contract'>,
): AlertSourceRules {
  const [wanted, ...more] = resources;
  if (wanted === undefined || more.length > 0)
    throw catalogError('BAD_REQUEST', 'resources must name exactly one source');
  const found = named(alertSources(alertType, catalog), wanted);
  if (found) return found;
  const where = `GET /v1/events/subscriptions/${alertType}/resources lists them`;
  throw catalogError('BAD_REQUEST', `resources: ${shown(wanted)} is not a source of ${alertType} alerts; ${where}`);
}

interface Place {
  property: string;
  noun: string;
}
const FILTERS: Place = { property: 'input.filters', noun: 'filter' };
const TRIGGERS: Place = { property: 'input.actions', noun: 'trigger' };

function rulesFrom(
  given: readonly ArgumentsInput[] = [],
  supported: AlertSourceRules['supportedFilters'],
  place: Place,
  source: AlertSourceRules,
): EventFilterRule[] {
  if (given.length > MOST_RULES)
    throw catalogError('BAD_REQUEST', `${place.property} must have at most ${MOST_RULES} ${place.noun}s`);
  return given.map((one) => ruleFrom(one, supported, place, source));
}

function ruleFrom(
  given: ArgumentsInput,
  supported: AlertSourceRules['supportedFilters'],
  { property, noun }: Place,
  source: AlertSourceRules,
): EventFilterRule {
  if (!given.name) throw catalogError('BAD_REQUEST', `${property}: name is required`);
  const rule = named(supported, given.name);
  if (!rule) {
    const names = supported.map(({ name }) => name).join(', ') || 'none';
    throw catalogError(
      'BAD_REQUEST',
      `${property}: ${shown(given.name)} is not a ${noun} of ${source.name}; it has ${names}`,
    );
  }
  const filled = fillTemplate(rule.condition, valuesOf(given));
  if (!filled.ok) throw catalogError('BAD_REQUEST', `${property}: ${rule.name}: ${filled.error.message}`);
  const parsed = parseAlertCondition(filled.text);
  if (!parsed.ok) throw catalogError('BAD_REQUEST', `${property}: ${rule.name}: ${parsed.error.message}`);
  const { description: _, ...shownRule } = rule;
  return {
    ...shownRule,
    effect: given.effect ?? 'include',
    condition: filled.text,
    prefixCondition: given.prefixCondition ?? 'AND',
  };
}

function valuesOf({ arguments: given = [] }: ArgumentsInput): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name = '', input = [] } of given) values.set(name, [...(values.get(name) ?? []), ...input]);
  return values;
}

/** Names are looked up without regard to case; the rules have those of the catalog. */
function named<T extends { name: string }>(list: readonly T[], name: string): T | undefined {
  return list.find((item) => item.name.toLowerCase() === name.toLowerCase());
}

const shown = (text: string) => JSON.stringify(text.slice(0, 100));
