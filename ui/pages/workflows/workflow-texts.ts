// Workflows in words. Pure.
import type { WorkflowDefinition } from 'cairn/contract';
import { entityPage, nameOfType } from '../../entities/registry.js';
import { say } from '../../words/define-words.js';
import { spaced, upperFirst } from '../../words/format.js';
import { workflowWords } from '../../words/workflows.js';

type T = ReturnType<typeof say<NonNullable<(typeof workflowWords)['keys']>>>;
type Key = Parameters<T>[0];

export interface Step {
  name: string;
  title: string;
  /** What it does, where the title does not say it. */
  kind: string;
  details: string[];
  /** Where it leads. */
  ways: string[];
}

/** What an engine may have added is not known: members are read one by one. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** What starts it. */
export function triggerOf({ trigger }: WorkflowDefinition): string {
  const t = say(workflowWords);
  const config = membersOf(membersOf(trigger).config);
  const named = texts(config.entityTypes).concat(texts([config.entityType]));
  const types = named.map((type) => (entityPage(type)?.plural() ?? nameOfType(type)).toLowerCase()).join(', ');
  if (trigger?.type === 'eventBasedEntity') {
    const events = texts(config.events);
    const [first] = events;
    const what = events.length > 1 ? t('bothEvents') : t(first === 'Updated' ? 'event.Updated' : 'event.Created');
    const exclude = texts(config.exclude);
    const words = t('whenEvent', { types, events: what });
    return exclude.length === 0 ? words : `${words}, ${t('exclude', { fields: exclude.join(', ') })}`;
  }
  if (trigger?.type !== 'periodicBatchEntity') return t('byHand');
  const schedule = membersOf(config.schedule);
  const key: Key = `timeline.${text(schedule.scheduleTimeline) as 'Daily'}`;
  return t('every', { timeline: t(key, { cron: text(schedule.cronExpression) }), types });
}

/** The steps in the order in which they are reached. */
export function stepsOf({ nodes = [], edges = [] }: WorkflowDefinition): Step[] {
  const byName = new Map(nodes.map(membersOf).map((node) => [text(node.name), node] as const));
  const reached = new Set([...byName].filter(([, node]) => node.type === 'startEvent').map(([name]) => name));
  for (const name of reached) for (const edge of edges) if (edge.from === name) reached.add(edge.to);
  const titleOf = (name: string) => text(byName.get(name)?.displayName) || titleOfName(name);
  return [...new Set([...reached, ...byName.keys()])].flatMap((name) => {
    const node = byName.get(name);
    if (!node) return [];
    const ways = edges.filter(({ from }) => from === name).map(({ to, condition }) => wayOf(titleOf(to), condition));
    const kind = say(workflowWords)(`step.${text(node.subType) as 'startEvent'}`);
    return [{ name, title: titleOf(name), kind, details: detailsOf(node), ways }];
  });
}

/** The name of a step as a title: `ask_owners` as "Ask owners". */
export function titleOfName(name: string): string {
  return upperFirst(spaced(name.replaceAll('_', ' ')));
}

function wayOf(name: string, condition = ''): string {
  const t = say(workflowWords);
  if (condition === '') return t('next', { name });
  if (condition === 'true') return t('ifTrue', { name });
  return condition === 'false' ? t('ifFalse', { name }) : t('ifOther', { name, condition });
}

function detailsOf(node: Readonly<Record<string, unknown>>): string[] {
  const t = say(workflowWords);
  const { subType } = node;
  const config = membersOf(node.config);
  if (subType === 'setEntityAttributeTask')
    return [t('sets', { field: text(config.fieldName), value: text(config.fieldValue) })];
  if (subType !== 'userApprovalTask') return [];
  const { addReviewers = true, addOwners = false, candidates } = membersOf(config.assignees);
  const count = Array.isArray(candidates) ? candidates.length : 0;
  const who = [
    ...(addReviewers ? [t('reviewers')] : []),
    ...(addOwners ? [t('owners')] : []),
    ...(count > 0 ? [t('people', { count })] : []),
  ].join(', ');
  const needed = Number(config.approvalThreshold ?? 1);
  return [...(who ? [t('approvers', { who })] : []), ...(needed > 1 ? [t('approvals', { count: needed })] : [])];
}
