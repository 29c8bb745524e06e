// The filters of alerts. Each is a template of a condition; its arguments are the placeholders in it.
import type { EventFilterRule } from '../../../contract/index.js';

export interface FilterTemplate {
  name: string;
  title: string;
  about: string;
  condition: string;
}

const owner = { about: 'Entities with one of these owners', condition: 'matchAnyOwnerName(${ownerNameList})' };

export const FILTER = {
  fqn: {
    name: 'filterByFqn',
    title: 'Name',
    about: 'Entities with one of these fully qualified names, and all below them',
    condition: 'matchAnyEntityFqn(${fqnList})',
  },
  ownerName: { name: 'filterByOwnerName', title: 'Owner Name', ...owner },
  owner: { name: 'filterByOwner', title: 'Owner', ...owner },
  domain: {
    name: 'filterByDomain',
    title: 'Domain',
    about: 'Entities in one of these domains',
    condition: 'matchAnyDomain(${domainList})',
  },
  eventType: {
    name: 'filterByEventType',
    title: 'Event Type',
    about: 'Events of one of these types',
    condition: 'matchAnyEventType(${eventTypeList})',
  },
  updater: {
    name: 'filterByUpdaterName',
    title: 'Updater Name',
    about: 'Changes by one of these users',
    condition: 'matchUpdatedBy(${updateByUserList})',
  },
  updaterIsBot: {
    name: 'filterByUpdaterIsBot',
    title: 'Updater is a Bot',
    about: 'Changes by bots',
    condition: 'isBot()',
  },
  entityId: {
    name: 'filterByEntityId',
    title: 'Entity Id',
    about: 'Entities with one of these ids',
    condition: 'matchAnyEntityId(${entityIdList})',
  },
  mentioned: {
    name: 'filterByMentionedName',
    title: 'Mentioned Users or Teams',
    about: 'Messages that mention one of these users or teams; `all` stands for anyone',
    condition: 'matchConversationUser(${userList})',
  },
  source: {
    name: 'filterBySource',
    title: 'Source',
    about: 'Entities of one of these types',
    condition: 'matchAnySource(${sourceList})',
  },
  fieldChange: {
    name: 'filterByFieldChange',
    title: 'Changed Fields',
    about: 'Changes of one of these fields',
    condition: 'matchAnyFieldChange(${fieldChangeList})',
  },
  generalMetadata: {
    name: 'filterByGeneralMetadataEvents',
    title: 'General Metadata Events',
    about: 'Changes of descriptions and tags',
    condition: "matchAnyFieldChange({'description', 'tags'})",
  },
} as const satisfies Record<string, FilterTemplate>;

/** Names of the arguments of a condition. */
export const argumentsOf = (condition: string): string[] =>
  [...condition.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);

/** A filter or trigger as the catalog of sources shows it. */
export function ruleOf({ name, title, about, condition }: FilterTemplate): EventFilterRule & { name: string } {
  const names = argumentsOf(condition);
  return {
    name,
    fullyQualifiedName: `eventSubscription.${name}`,
    displayName: title,
    description: about,
    effect: 'include',
    condition,
    arguments: names,
    inputType: names.length > 0 ? 'runtime' : 'none',
    prefixCondition: 'AND',
  };
}
