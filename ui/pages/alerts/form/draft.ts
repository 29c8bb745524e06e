// An alert while it is written: what the form holds, and what the server gets and gives.
import type { AlertFilteringInput, ArgumentsInput, Destination, Effect, EventSubscription } from 'cairn/client';
import { isObject } from 'cairn/contract';
import { MASK } from '../../../entities/fields/mask.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import type { AlertKind } from '../kinds.js';
import type { Rule, Source } from '../sources.js';

export interface RuleDraft {
  /** Stays when others are removed. */
  key: string;
  name: string;
  effect: Effect;
  join: 'AND' | 'OR';
  /** The values of each argument. */
  values: Readonly<Record<string, readonly string[]>>;
}

export type DestinationDraft = Destination & { key: string; config: Readonly<Record<string, unknown>> };

export interface AlertDraft {
  name: string;
  description: string;
  source: string;
  triggers: readonly RuleDraft[];
  filters: readonly RuleDraft[];
  destinations: readonly DestinationDraft[];
  /** Id of a template; empty for those of the system. */
  template: string;
}

/** What a new alert begins with: what most people make one for. */
export const FIRST: Readonly<Record<AlertKind, AlertDraft>> = {
  Observability: {
    ...{ name: '', description: '', source: 'testCase', filters: [], template: '' },
    triggers: [
      {
        ...{ key: 'first', name: 'GetTestCaseStatusUpdates', effect: 'include', join: 'AND' },
        values: { testResultList: ['Failed'] },
      },
    ],
    destinations: [newDestination('first')],
  },
  Notification: {
    ...{ name: '', description: '', source: 'all', filters: [], triggers: [], template: '' },
    destinations: [newDestination('first')],
  },
};

/** An alert on failing tests of a table, or of all tables in a container. */
export function draftAbout(fqn: string, name: string): AlertDraft {
  const filter = { key: 'about', name: 'filterByFqn', effect: 'include', join: 'AND' } as const;
  return { ...FIRST.Observability, name, filters: [{ ...filter, values: { fqnList: [fqn] } }] };
}

export function newDestination(key: string): DestinationDraft {
  return { key, category: 'External', type: 'Email', enabled: true, timeout: 10, readTimeout: 12, config: {} };
}

export function newRule(rule: Rule, key: string): RuleDraft {
  return { key, name: rule.name, effect: 'include', join: 'AND', values: {} };
}

/** A rule whose arguments all have a value. */
export function isFilled(draft: RuleDraft, rule: Rule | undefined): boolean {
  return rule !== undefined && (rule.arguments ?? []).every((name) => (draft.values[name] ?? []).length > 0);
}

/** What is still missing before the alert can be tried. */
export function isTriable(draft: AlertDraft, source: Source | undefined): boolean {
  if (!source) return false;
  const filled = (rules: readonly Rule[]) => (one: RuleDraft) =>
    isFilled(
      one,
      rules.find(({ name }) => name === one.name),
    );
  return draft.filters.every(filled(source.filters)) && draft.triggers.every(filled(source.triggers));
}

function written({ name, effect, join, values }: RuleDraft): ArgumentsInput {
  return {
    name,
    effect,
    prefixCondition: join,
    arguments: Object.entries(values).map(([argument, input]) => ({ name: argument, input: [...input] })),
  };
}

export function writtenInput({ filters, triggers }: AlertDraft, kind: AlertKind): AlertFilteringInput {
  return {
    filters: filters.map(written),
    ...(kind === 'Observability' ? { actions: triggers.map(written) } : {}),
  };
}

const BY_CATEGORY: Readonly<Record<string, string>> = {
  Admins: 'sendToAdmins',
  Owners: 'sendToOwners',
  Followers: 'sendToFollowers',
};

export function writtenDestination({ key: _, statusDetails: __, ...destination }: DestinationDraft): Destination {
  const { category, type, config } = destination;
  const flag = BY_CATEGORY[category];
  if (flag) return { ...destination, config: { ...config, [flag]: true } };
  if (category !== 'External') return destination;
  // Present although nothing was typed yet, so that the server names what it misses.
  return { ...destination, config: type === 'Email' ? { receivers: [], ...config } : { endpoint: '', ...config } };
}

/** What the preview is asked with: destinations do not matter. */
export function writtenTrial(draft: AlertDraft, kind: AlertKind) {
  return { name: 'draft', alertType: kind, resources: [draft.source], input: writtenInput(draft, kind) };
}

export function writtenAlert(draft: AlertDraft, kind: AlertKind) {
  const name = draft.name.trim();
  return {
    ...writtenTrial(draft, kind),
    name,
    displayName: name,
    description: draft.description,
    destinations: draft.destinations.map(writtenDestination),
    ...(draft.template === '' ? {} : { notificationTemplate: { id: draft.template, type: 'notificationTemplate' } }),
  };
}

function read(
  { name = '', effect = 'include', prefixCondition = 'AND', arguments: given = [] }: ArgumentsInput,
  i: number,
) {
  const values = Object.fromEntries(given.map(({ name: argument = '', input = [] }) => [argument, input]));
  return { key: `stored ${i}`, name, effect, join: prefixCondition, values };
}

export function readAlert(alert: EventSubscription): AlertDraft {
  return {
    name: alert.displayName || alert.name,
    description: alert.description ?? '',
    source: alert.filteringRules?.resources[0] ?? '',
    triggers: (alert.input?.actions ?? []).map(read),
    filters: (alert.input?.filters ?? []).map(read),
    destinations: alert.destinations.map((one, i) => ({
      ...one,
      key: one.id ?? `stored ${i}`,
      config: (one.config ?? {}) as Record<string, unknown>,
    })),
    template: alert.notificationTemplate?.id ?? '',
  };
}

/** Members of the config of a destination that hold a secret. */
const SECRETS = ['secretKey', 'clientSecret'];

/** The draft without the secrets that were typed, which a browser must not keep; what the server keeps is masked already. */
export function withoutSecrets(draft: AlertDraft): AlertDraft {
  const destinations = draft.destinations.map((one) => ({ ...one, config: blanked(one.config) }));
  return { ...draft, destinations };
}

/** The values of headers are secrets, too. */
function blanked(config: DestinationDraft['config'], all = false): DestinationDraft['config'] {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (isObject(value)) return [name, blanked(value, name === 'headers')];
      return [name, (all || SECRETS.includes(name)) && value !== MASK ? '' : value];
    }),
  );
}

/** Another source: rules that it does not have are left out. */
export function withSource(draft: AlertDraft, source: Source): AlertDraft {
  const kept = (drafts: readonly RuleDraft[], rules: readonly Rule[]) =>
    drafts.filter((one) => rules.some(({ name }) => name === one.name));
  return {
    ...draft,
    source: source.name,
    filters: kept(draft.filters, source.filters),
    triggers: kept(draft.triggers, source.triggers),
  };
}

export interface Problem {
  /** The place of the destination that the server refused, and the property of its config. */
  destination?: number;
  property?: string;
  message: string;
}

/** Reads which field of the form an error is about: `destinations[0].config.endpoint is required`. */
export function problemOf(error: unknown): Problem {
  const told = error instanceof Error ? error.message : '';
  const found = /^destinations\[(\d+)\](?:\.config)?(?:\.([\w.]+))?:? (.*)$/s.exec(told);
  if (!found) return { message: sentenceOf(error) };
  const [, at, property, rest = ''] = found;
  return {
    destination: Number(at),
    ...(property === undefined ? {} : { property }),
    message: sentenceOf(rest),
  };
}
