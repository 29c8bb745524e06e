/** The facts that the function of a condition used, as sentences. Pure. */
import type { ConditionCall } from '../../rules/index.js';
import type { Place } from '../rules/event-facts.js';
import { checkedIn, type Matched, resultsIn } from '../rules/match-functions.js';
import { changedNames } from '../rules/read-event.js';

/** Longer lists say how many more there are. */
const MOST_NAMES = 20;

const WORDS: Readonly<Record<string, (matched: Matched, name: string) => string[]>> = {
  matchAnySource: ({ event }) => [`The event is about the type ${event.entityType}`],
  matchAnyOwnerName: ({ facts }) => placesInWords(facts, ({ owners }) => owners, 'owners'),
  matchAnyEntityFqn: ({ event, facts }) => [
    `The name is ${facts.subject.fqn || event.fqn || 'unknown'}`,
    ...facts.collections.map(({ fqn }) => `It belongs to ${fqn}`),
  ],
  matchAnyEntityId: ({ event }) => [`The id is ${event.entityId}`],
  matchAnyEventType: ({ event }) => [`The type of the event is ${event.kind}`],
  matchUpdatedBy: ({ event }) => [`The change was made by ${event.userName}`],
  isBot: ({ event, facts }) => [`${event.userName} is ${facts.isBot ? '' : 'not '}a bot`],
  matchAnyDomain: ({ facts }) => placesInWords(facts, ({ domains }) => domains, 'domains'),
  matchAnyFieldChange: ({ event }) => [listed('The changed fields are', [...changedNames(event)], 'No field changed')],
  matchTestResult: resultInWords,
  matchPipelineState: resultInWords,
  matchIngestionPipelineState: resultInWords,
  matchDataContractStatus: resultInWords,
  getTestCaseStatusIfInTestSuite: (matched) => [
    listed(
      'It belongs to',
      matched.facts.collections.map(({ fqn }) => fqn),
      'It belongs to no test suite',
    ),
    ...resultInWords(matched, 'matchTestResult'),
  ],
  filterByTableNameTestCaseBelongsTo: checkedInWords,
  filterByEntityNameDataContractBelongsTo: checkedInWords,
  matchConversationUser: ({ facts }) => [
    listed('The newest message mentions', facts.mentioned, 'The newest message mentions nobody'),
  ],
};

/** Functions that have sentences; tests compare them with those that conditions can call. */
export const WORDED_FUNCTIONS: readonly string[] = Object.keys(WORDS);

export function factsInWords({ name }: ConditionCall, matched: Matched): string[] {
  return WORDS[name]?.(matched, name) ?? [];
}

function placesInWords(
  { subject, collections }: Matched['facts'],
  namesOf: (place: Place) => readonly string[],
  what: string,
): string[] {
  return [
    listed(`Its ${what} are`, namesOf(subject), `It has no ${what}`),
    ...collections.map((place) =>
      listed(`The ${what} of ${place.fqn} are`, namesOf(place), `${place.fqn} has no ${what}`),
    ),
  ];
}

function resultInWords(matched: Matched, name: string): string[] {
  const results = resultsIn(name, matched);
  if (results === null) return ['Entities of its type report no such results'];
  return [listed('The results in the event are', results, 'The event reports no result')];
}

function checkedInWords(matched: Matched, name: string): string[] {
  const fqn = checkedIn(name, matched);
  return [fqn === undefined ? 'It is not about anything that this condition checks' : `It checks ${fqn}`];
}

function listed(intro: string, names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${intro} ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}
