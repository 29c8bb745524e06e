/** Why an alert matches an event or not: the result of each of its conditions, and the facts they used. */
import { type EventFilterRule, type FilteringRules, THREAD } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { EVERYTHING } from '../../entities/index.js';
import { type Condition, callsOf, evaluateCondition, parseAlertCondition, printCondition } from '../../rules/index.js';
import type { PlacedEventRow } from '../../storage/index.js';
import { compileRules } from '../rules/compile-rules.js';
import { createFactLoader } from '../rules/event-facts.js';
import { isFrom } from '../rules/match-event.js';
import { type Matched, matchCall } from '../rules/match-functions.js';
import { type AlertEvent, readEvent } from '../rules/read-event.js';
import { factsInWords } from './facts-in-words.js';

export interface ExplainedRule {
  name: string;
  displayName?: string;
  condition: string;
  effect: string;
  /** How it is combined with the previous rule. */
  prefixCondition: string;
  /** The result of the condition. */
  holds: boolean;
  /** The result with its effect: a rule with the effect `exclude` passes if its condition does not hold. */
  passes: boolean;
  /** The facts that the condition used. */
  facts: string[];
}

export interface ExplainedRules {
  passes: boolean;
  /** All rules as one condition. */
  expression: string;
  rules: ExplainedRule[];
}

export interface ExplainedMatch {
  matches: boolean;
  routing: { passes: boolean; source: string; reason: string };
  filters: ExplainedRules;
  triggers: ExplainedRules;
}

/**
 * `shown`: the event as the caller may see it. Conditions, too, use only what the caller may see: their results would tell the rest.
 * Throws if a condition cannot be parsed.
 */
export async function explainEvent(
  rules: FilteringRules,
  shown: PlacedEventRow,
  scope: Scope,
): Promise<ExplainedMatch> {
  const compiled = compileRules(rules);
  const { registry } = scope.catalog;
  const event = readEvent(shown);
  const facts = await createFactLoader(event, scope, { sight: 'asCaller' }).load(compiled.functions);
  const matched: Matched = { event, registry, facts };
  const explained = (condition: Condition, list: readonly EventFilterRule[] = []): ExplainedRules => ({
    passes: evaluateCondition(condition, (call) => matchCall(call, matched)),
    expression: printCondition(condition),
    rules: list.map((rule) => explainRule(rule, matched)),
  });
  const routing = isFrom(event, compiled);
  const filters = explained(compiled.filters, rules.rules);
  const triggers = explained(compiled.triggers, rules.actions);
  return {
    matches: routing && filters.passes && triggers.passes,
    routing: { passes: routing, source: compiled.source, reason: routingInWords(event, compiled, routing) },
    filters,
    triggers,
  };
}

function explainRule(rule: EventFilterRule, matched: Matched): ExplainedRule {
  const { name = '', displayName, condition: text, effect, prefixCondition = 'AND' } = rule;
  const parsed = parseAlertCondition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const holds = evaluateCondition(parsed.condition, (call) => matchCall(call, matched));
  const facts = callsOf(parsed.condition).flatMap((call) => factsInWords(call, matched));
  return {
    name,
    ...(displayName === undefined ? {} : { displayName }),
    condition: text,
    effect,
    prefixCondition,
    holds,
    passes: effect === 'exclude' ? !holds : holds,
    facts: [...new Set(facts)],
  };
}

function routingInWords(
  event: AlertEvent,
  { source, hasTriggers }: { source: string; hasTriggers: boolean },
  passes: boolean,
): string {
  if (source === EVERYTHING) return 'The alert is about everything';
  if (event.entityType !== THREAD)
    return passes
      ? `The event is about the type ${source}, as the alert is`
      : `The event is about the type ${event.entityType}, the alert about ${source}`;
  const { type, about } = event.thread ?? { type: 'Conversation', about: null };
  const subject = about ? `about the type ${about.type}` : 'about something that no longer exists';
  if (passes) return `The event is about a ${type.toLowerCase()} ${subject}, and the alert about ${source}`;
  if (hasTriggers) return 'The event is about a conversation, and alerts with triggers are not about conversations';
  return `The event is about a ${type.toLowerCase()} ${subject}, the alert about ${source}`;
}
