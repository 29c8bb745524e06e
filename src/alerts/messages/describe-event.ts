/** Turns a change event into a message for people. Pure. */
import { isObject, listOf } from '../../../contract/index.js';
import { type Block, bold, type Inline, linked, type Message, paragraph, plain } from '../../mail/index.js';
import { cutText } from './cut.js';
import { changesOf, describeChanges, labelOf, parsed, textOf, titleOf } from './describe-change.js';
import { describeTestResult, describeTotals } from './describe-result.js';

export interface EventToDescribe {
  alert: { name: string; displayName?: string };
  event: Record<string, unknown>;
}

export interface Surroundings {
  /** Where the user interface is, without a trailing slash. */
  publicUrl: string;
  /** Name of the product. */
  product: string;
}

const LONGEST_SUBJECT = 250;
const LONGEST_POST = 3000;

const VERBS: Readonly<Record<string, string>> = {
  entityCreated: 'created',
  entityUpdated: 'updated',
  entityFieldsChanged: 'updated',
  entityDeleted: 'deleted',
  entitySoftDeleted: 'deleted (it can be restored)',
  entityRestored: 'restored',
  logicalTestCaseAdded: 'added test cases to',
  threadCreated: 'started a conversation about',
  threadUpdated: 'changed a conversation about',
  postCreated: 'posted about',
  postUpdated: 'changed a post about',
  taskResolved: 'resolved a task about',
  taskClosed: 'closed a task about',
  entityLineageAdded: 'added lineage of',
  entityLineageUpdated: 'changed lineage of',
  entityLineageDeleted: 'removed lineage of',
};

export function describeEvent({ alert, event }: EventToDescribe, { publicUrl, product }: Surroundings): Message {
  const entity = entityOf(event);
  const title = alert.displayName || alert.name;
  const subject = cutText(`[${title}] change event update from ${product}`, LONGEST_SUBJECT);
  const about = aboutOf(event, entity, publicUrl);
  const verb = VERBS[textOf(event.eventType)] ?? 'changed';
  const headline: Inline[] = [
    bold(textOf(event.userName) || 'Somebody'),
    plain(` ${verb} ${about.kind} `),
    about.href === '' ? bold(about.name) : linked(about.name, about.href),
  ];
  const button: Block[] = about.href === '' ? [] : [{ kind: 'button', text: `Open in ${product}`, href: about.href }];
  return { subject, blocks: [paragraph(...headline), ...bodyOf(event, entity), ...button] };
}

/** The entity of an event, which is JSON text in stored and delivered events. */
export function entityOf(event: Record<string, unknown>): Record<string, unknown> {
  const entity = parsed(event.entity);
  return isObject(entity) ? entity : {};
}

interface About {
  kind: string;
  name: string;
  /** Empty: there is no page. */
  href: string;
}

function aboutOf(event: Record<string, unknown>, entity: Record<string, unknown>, publicUrl: string): About {
  const subject = isObject(entity.entityRef) ? entity.entityRef : null;
  const type = textOf(subject?.type) || textOf(event.entityType);
  const fqn =
    textOf(subject?.fullyQualifiedName) || textOf(event.entityFullyQualifiedName) || textOf(entity.fullyQualifiedName);
  const name = cutText(fqn || textOf(entity.displayName) || textOf(entity.name) || textOf(event.entityId), 500);
  const isGone = event.eventType === 'entityDeleted';
  const href = isGone || fqn === '' ? '' : `${publicUrl}/${pageOf(type)}/${encodeURIComponent(fqn)}`;
  return { kind: titleOf(type).toLowerCase(), name, href };
}

/** Pages that are not called like their type. */
const PAGES: Readonly<Record<string, string>> = {
  testCase: 'test-case',
  testSuite: 'test-suites',
  user: 'users',
  eventsubscription: 'observability/alert',
};

function pageOf(type: string): string {
  return PAGES[type] ?? encodeURIComponent(type);
}

const TOTALS = new Set(['testCaseResultSummary', 'dataContractResult']);

function bodyOf(event: Record<string, unknown>, entity: Record<string, unknown>): Block[] {
  const said = messagesOf(event, entity);
  if (said.length > 0) return said;
  const changes = changesOf(event);
  return [
    ...peopleOf(entity),
    ...changes
      .filter(({ name }) => name === 'testCaseResult')
      .flatMap(({ newValue }) => describeTestResult(parsed(newValue), entity)),
    ...changes.filter(({ name }) => TOTALS.has(name)).flatMap(({ newValue }) => describeTotals(parsed(newValue))),
    ...describeChanges(
      changes.filter(({ name }) => name !== 'testCaseResult' && !TOTALS.has(name) && name !== 'deleted'),
    ),
  ];
}

/** Who answers for it, where the event says so. */
function peopleOf(entity: Record<string, unknown>): Block[] {
  const lists = ['owners', 'domains', 'tags', 'assignees'] as const;
  const items = lists.flatMap((name) => {
    const labels = listOf(entity[name], isObject).map(labelOf);
    return labels.length === 0 ? [] : [[bold(`${titleOf(name)}: `), plain(cutText(labels.join(', '), 500))]];
  });
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** What somebody wrote: the newest post of a conversation, or the opening message. */
function messagesOf(event: Record<string, unknown>, entity: Record<string, unknown>): Block[] {
  if (!/^(thread|post|task)/.test(textOf(event.eventType))) return [];
  const newest = listOf(entity.posts, isObject).at(-1);
  const message = textOf(newest?.message) || textOf(entity.message) || textOf(entity.description);
  if (message === '') return peopleOf(entity);
  return [...peopleOf(entity), { kind: 'quote', content: [plain(cutText(withMentions(message), LONGEST_POST))] }];
}

/** `<#E::user::ann>` becomes `@ann`. */
function withMentions(message: string): string {
  return message.replace(/<#E::(\w+)::([^>|]+)(?:\|[^>]*)?>/gu, (_, __, name: string) => `@${name}`);
}
