/** The functions of alert conditions, on one event. Pure. */
import { isObject } from '../../../contract/index.js';
import { type Registry, splitFqn } from '../../catalog/index.js';
import type { ConditionCall } from '../../rules/index.js';
import type { EventFacts } from './event-facts.js';
import { type AlertEvent, changedNames } from './read-event.js';

export interface Matched {
  event: AlertEvent;
  facts: EventFacts;
  registry: Pick<Registry, 'find'>;
}

type Texts = readonly string[];
type Match = (matched: Matched, values: Texts, more: Texts) => boolean;

const some = (texts: Iterable<string>, wanted: Texts) => [...texts].some((text) => wanted.includes(text));

const FUNCTIONS: Readonly<Record<string, Match>> = {
  matchAnySource: ({ event }, types) => types.includes(event.entityType),
  matchAnyOwnerName: ({ facts }, names) => places(facts).some(({ owners }) => some(owners, names)),
  matchAnyEntityFqn: ({ facts }, fqns) => places(facts).some((place) => fqns.some((fqn) => liesIn(place.fqn, fqn))),
  matchAnyEntityId: ({ event }, ids) => ids.some((id) => id.toLowerCase() === event.entityId),
  matchAnyEventType: ({ event }, kinds) => kinds.includes(event.kind),
  matchUpdatedBy: ({ event }, names) => names.includes(event.userName),
  isBot: ({ facts }) => facts.isBot,
  matchAnyDomain: ({ facts }, fqns) => places(facts).some(({ domains }) => some(domains, fqns)),
  matchAnyFieldChange: ({ event }, names) => some(changedNames(event), names),
  matchTestResult: (matched, statuses) => hasResult('matchTestResult', matched, statuses),
  matchPipelineState: (matched, states) => hasResult('matchPipelineState', matched, states),
  matchIngestionPipelineState: (matched, states) => hasResult('matchIngestionPipelineState', matched, states),
  matchDataContractStatus: (matched, statuses) => hasResult('matchDataContractStatus', matched, statuses),
  getTestCaseStatusIfInTestSuite: (matched, statuses, suites) =>
    some(
      matched.facts.collections.map(({ fqn }) => fqn),
      suites,
    ) && hasResult('matchTestResult', matched, statuses),
  filterByTableNameTestCaseBelongsTo: (matched, fqns) => checks('filterByTableNameTestCaseBelongsTo', matched, fqns),
  filterByEntityNameDataContractBelongsTo: (matched, fqns) =>
    checks('filterByEntityNameDataContractBelongsTo', matched, fqns),
  matchConversationUser: ({ facts }, names) =>
    (names.length === 1 && names[0] === 'all') || some(facts.mentioned, names),
};

export const MATCHED_FUNCTIONS: readonly string[] = Object.keys(FUNCTIONS);

export function matchCall({ name, lists: [values = [], more = []] }: ConditionCall, matched: Matched): boolean {
  const match = FUNCTIONS[name];
  if (!match) throw new Error(`${name} is not a function of alert conditions`);
  return match(matched, values, more);
}

/** An entity also counts as one of its collections. */
const places = ({ subject, collections }: EventFacts) => [subject, ...collections];

/** Compares whole parts: `a.b` has `a.b.c`, not `a.bc`. */
function liesIn(fqn: string, container: string): boolean {
  if (fqn === container) return true;
  const [parts, above] = [splitFqn(fqn), splitFqn(container)];
  return above.length > 0 && above.length <= parts.length && above.every((part, i) => part === parts[i]);
}

function hasResult(name: string, matched: Matched, statuses: Texts): boolean {
  const anyCase = matched.registry.find(matched.event.entityType)?.alerts?.result?.anyCase;
  const folded = (text: string) => (anyCase ? text.toLowerCase() : text);
  return some((resultsIn(name, matched) ?? []).map(folded), statuses.map(folded));
}

/** The statuses of the results that an event reports, for the function that tests them; null if its entities have none. */
export function resultsIn(name: string, { event, registry }: Pick<Matched, 'event' | 'registry'>): string[] | null {
  const result = registry.find(event.entityType)?.alerts?.result;
  if (result?.function !== name) return null;
  const told =
    result.in === 'entity'
      ? [event.entity[result.field]]
      : event.changes.filter((change) => change.name === result.field).map(({ newValue }) => newValue);
  return told.flatMap(listed).flatMap((value) => {
    const status = isObject(value) ? value[result.status] : undefined;
    return typeof status === 'string' ? [status] : [];
  });
}

/** Lists of changes are JSON text. */
function listed(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [];
  }
}

function checks(name: string, matched: Matched, fqns: Texts): boolean {
  const fqn = checkedIn(name, matched);
  return fqn !== undefined && fqns.includes(fqn);
}

/** FQN of what the entity of an event checks, for the function that compares it. */
export function checkedIn(name: string, { event, registry }: Pick<Matched, 'event' | 'registry'>): string | undefined {
  const rule = registry.find(event.entityType)?.alerts?.checks;
  return rule?.function === name ? rule.fqnOf(event.entity) : undefined;
}
