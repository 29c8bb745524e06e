import { type EventFilterRule, type FilterResourceDescriptor, listAlertSources } from 'cairn/client';
import { useOperation } from '../../data/use-operation.js';
import { nameOfType } from '../../entities/registry.js';
import { alertWords } from '../../words/alerts/alerts.js';
import { useWords } from '../../words/define-words.js';
import { sentenceCase, spaced, upperFirst } from '../../words/format.js';
import { resultName } from '../../words/results.js';
import type { AlertKind } from './kinds.js';

export type Rule = EventFilterRule & { name: string };

export interface Source {
  name: string;
  filters: readonly Rule[];
  triggers: readonly Rule[];
  /** Types of containers whose names include everything in them. */
  containers: readonly string[];
  eventTypes: readonly string[];
}

/** What alerts of a kind can be about. */
export function useSources(kind: AlertKind) {
  const answer = useOperation(listAlertSources, { params: { alertType: kind } }, { staleTime: 600_000 });
  return { answer, sources: (answer.data?.value.data ?? []).map(sourceOf) };
}

function sourceOf(given: FilterResourceDescriptor): Source {
  const named = (rules: readonly EventFilterRule[] = []) =>
    rules.flatMap((rule): Rule[] => (rule.name ? [{ ...rule, name: rule.name }] : []));
  return {
    name: given.name ?? '',
    filters: named(given.supportedFilters),
    triggers: named(given.supportedActions),
    containers: given.containerEntities ?? [],
    eventTypes: given.supportedEventTypes ?? [],
  };
}

/** What a source is called. */
export function useSourceName(): (source: string) => string {
  const t = useWords(alertWords);
  return (source) => {
    if (source === 'all') return t('source.all');
    if (source === 'conversation') return t('source.conversation');
    return nameOfType(source);
  };
}

/** What a filter or trigger is called, in sentence case: the server's title has capitals. */
export function ruleTitle({
  displayName,
  name,
}: {
  displayName?: string | undefined;
  name?: string | undefined;
}): string {
  return sentenceCase(displayName ?? spaced(name ?? ''));
}

/** A value of an argument of a rule, as pages call it: states and kinds of events in words; names stay as they are. */
export function valueName(argument: string, value: string): string {
  if (/^(test|pipeline)(State|Status|Result)List$/.test(argument)) return resultName(value);
  return /(State|Status|Type)List$/.test(argument) ? upperFirst(spaced(value)) : value;
}
