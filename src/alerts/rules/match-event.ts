/** Whether an alert is about an event: its source, its filters and its triggers. */
import { THREAD } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { EVERYTHING } from '../../entities/index.js';
import { evaluateCondition } from '../../rules/index.js';
import type { CompiledRules } from './compile-rules.js';
import { createFactLoader, type FactOptions } from './event-facts.js';
import { matchCall } from './match-functions.js';
import type { AlertEvent } from './read-event.js';

/** Matches one event with any number of alerts; facts about the event are loaded once. */
export interface EventMatcher {
  matches(rules: CompiledRules): Promise<boolean>;
}

export function createEventMatcher(event: AlertEvent, scope: Scope, options: FactOptions = {}): EventMatcher {
  const loader = createFactLoader(event, scope, options);
  const { registry } = scope.catalog;
  return {
    async matches(rules) {
      if (!isFrom(event, rules)) return false;
      const matched = { event, registry, facts: await loader.load(rules.functions) };
      const holds = (condition: CompiledRules['filters']) =>
        evaluateCondition(condition, (call) => matchCall(call, matched));
      return holds(rules.filters) && holds(rules.triggers);
    },
  };
}

/** Whether an event belongs to the source of an alert. Pure. */
export function isFrom(
  event: AlertEvent,
  { source, hasTriggers }: Pick<CompiledRules, 'source' | 'hasTriggers'>,
): boolean {
  if (source === EVERYTHING) return true;
  if (event.entityType !== THREAD) return event.entityType === source;
  if (hasTriggers || !event.thread) return false;
  // Tasks and announcements can also be conversations.
  const { type, about } = event.thread;
  return about?.type === source || type.toLowerCase() === source.toLowerCase();
}
