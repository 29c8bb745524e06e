/**
 * The sources that alerts can have, with their filters and triggers: derived from what the types declare, so it offers what
 * is really emitted.
 */
import {
  type AlertType,
  type EventFilterRule,
  type EventType,
  type FilterResourceDescriptor,
  threadEventTypes,
} from '../../../contract/index.js';
import { type Catalog, type EntityType, nounOf } from '../../catalog/index.js';
import { FILTER, type FilterTemplate, ruleOf } from './alert-filters.js';

export interface AlertSourceRules extends FilterResourceDescriptor {
  name: string;
  supportedFilters: (EventFilterRule & { name: string })[];
  supportedActions: (EventFilterRule & { name: string })[];
}

/** The source of notifications about everything. */
export const EVERYTHING = 'all';
/** The source of notifications about conversations that are neither tasks nor announcements. */
export const CONVERSATION = 'conversation';

type Described = Pick<Catalog, 'registry' | 'contract'>;

/** The sources of the alerts of a type, by name. */
export function alertSources(alertType: AlertType, catalog: Described): AlertSourceRules[] {
  const sources = alertType === 'Notification' ? notificationSources(catalog) : observabilitySources(catalog);
  return sources.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function notificationSources(catalog: Described): AlertSourceRules[] {
  const { registry } = catalog;
  const everything: FilterTemplate[] = [
    FILTER.ownerName,
    named('Entity'),
    ...[FILTER.eventType, FILTER.updater, FILTER.domain, FILTER.generalMetadata, FILTER.updaterIsBot, FILTER.entityId],
  ];
  const kinds = new Set(registry.types.flatMap((type) => [...eventsOf(type, catalog)]));
  return [
    source(EVERYTHING, everything, [...kinds, ...threadEventTypes]),
    source(CONVERSATION, [FILTER.mentioned], threadEventTypes),
    ...registry.types.flatMap((type) => {
      const filters = notificationFilters(type);
      if (filters === null) return [];
      const threads = filters.length > 1 ? threadEventTypes : [];
      return [{ ...source(type.name, filters, [...eventsOf(type, catalog), ...threads]), ...placed(type, catalog) }];
    }),
  ];
}

/** null: notifications are about the type only together with everything else. */
function notificationFilters(type: EntityType): FilterTemplate[] | null {
  const kind = type.alerts?.notifications ?? (type.dataAsset || type.family ? 'metadata' : undefined);
  if (kind === undefined) return null;
  if (kind === 'none') return [];
  if (kind === 'mentions') return [FILTER.mentioned];
  const has = (field: string) => type.traits?.some((trait) => trait.field === field);
  return [
    ...(has('owners') ? [FILTER.ownerName] : []),
    named(titleOf(type)),
    FILTER.eventType,
    FILTER.updater,
    ...(has('domains') ? [FILTER.domain] : []),
    ...(has('owners') ? [FILTER.generalMetadata] : []),
    FILTER.updaterIsBot,
  ];
}

function observabilitySources(catalog: Described): AlertSourceRules[] {
  return catalog.registry.types.flatMap((type) => {
    const { triggers = [], checks } = type.alerts ?? {};
    if (triggers.length === 0) return [];
    const filters: FilterTemplate[] = [named(titleOf(type)), FILTER.domain, FILTER.owner, FILTER.updaterIsBot];
    if (checks) {
      const condition = `${checks.function}(\${${checks.argument}})`;
      filters.push({ name: checks.filter, title: checks.title, about: 'What is checked', condition });
    }
    const actions = triggers.map((trigger) => ruleOf({ ...trigger, about: trigger.title }));
    const kinds = [...eventsOf(type, catalog), ...threadEventTypes];
    return [{ ...source(type.name, filters, kinds), supportedActions: actions, ...placed(type, catalog) }];
  });
}

function source(name: string, filters: readonly FilterTemplate[], kinds: readonly EventType[]): AlertSourceRules {
  return {
    name,
    supportedFilters: filters.map(ruleOf),
    supportedActions: [],
    containerEntities: [],
    supportedEventTypes: [...kinds],
  };
}

const named = (title: string): FilterTemplate => ({ ...FILTER.fqn, title: `${title} Name` });

function titleOf(type: EntityType): string {
  return nounOf(type).replace(/\b\w/g, (letter) => letter.toUpperCase());
}

function placed(type: EntityType, catalog: Described) {
  return { containerEntities: containersAbove(type, catalog) };
}

/** Types of the containers whose FQNs lead to the type, outermost first; none where they can be of several types. */
function containersAbove(type: EntityType, { registry }: Described): string[] {
  const above: string[] = [];
  for (let at: EntityType | undefined = type; at; ) {
    const current: EntityType = at;
    const types = (current.parents ?? []).flatMap((rule) => rule.type);
    const [only, ...more] = new Set(types.filter((name) => name !== current.name));
    at = only === undefined || more.length > 0 ? undefined : registry.find(only);
    if (at) above.unshift(at.name);
  }
  return above;
}

/** Kinds of events that entities of a type have. */
function eventsOf(type: EntityType, { contract }: Described): EventType[] {
  const isDeleted = !type.without?.includes('delete');
  const isHidden = isDeleted && contract.fieldNames(type.schema).includes('deleted');
  const isRestored = isHidden && !type.without?.includes('restore');
  return [
    'entityCreated',
    'entityUpdated',
    ...(isHidden ? (['entitySoftDeleted'] as const) : []),
    ...(isDeleted ? (['entityDeleted'] as const) : []),
    ...(isRestored ? (['entityRestored'] as const) : []),
  ];
}
