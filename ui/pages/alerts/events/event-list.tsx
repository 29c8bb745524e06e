import type { ChangeEvent } from 'cairn/client';
import type { ReactNode } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { usePersonName } from '../../../entities/fields/person-name.js';
import { nameOf, type Reference } from '../../../entities/fields/values.js';
import { hasPage, nameOfType } from '../../../entities/registry.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import { StateMark, type Tone } from '../../../kit/state-mark.js';
import { eventWords } from '../../../words/alerts/alerts.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatTime, spaced, upperFirst } from '../../../words/format.js';
import { resultName } from '../../../words/results.js';
import { EventDetails } from './event-details.js';
import classes from './events.module.css';

/** What is shown of an event; also of those that other answers tell in short. */
export type ShownEvent = Pick<ChangeEvent, 'id' | 'eventType' | 'entityType' | 'timestamp'> & Partial<ChangeEvent>;

export function readEvent(given: object): ShownEvent {
  return given as ShownEvent; // answers whose schema says only that these are objects
}

const SAID = [
  'entityCreated',
  'entityUpdated',
  'entityFieldsChanged',
  'entityNoChange',
  'entitySoftDeleted',
  'entityDeleted',
  'entityRestored',
  'threadCreated',
  'threadUpdated',
  'postCreated',
  'postUpdated',
  'taskCreated',
  'taskUpdated',
  'taskResolved',
  'taskClosed',
  'logicalTestCaseAdded',
] as const;
const RESULTS: Readonly<Record<string, Tone>> = { Success: 'ok', Failed: 'fail', Aborted: 'warn' };
const MOST_FIELDS = 3;
const KINDS = SAID.filter((kind) => kind !== 'entityNoChange' && kind !== 'logicalTestCaseAdded');

/** What happened, in a word or two. */
export function useKindName(): (eventType: string) => string {
  const t = useWords(eventWords);
  return (eventType) => {
    const known = KINDS.find((kind) => kind === eventType);
    return upperFirst(known && known !== 'entityFieldsChanged' ? t(`kind.${known}`) : spaced(eventType));
  };
}

/** Events as sentences, each with what changed. `more`: what else is known of one. */
export function EventList({
  events,
  more,
}: {
  events: readonly ShownEvent[];
  more?: (event: ShownEvent) => ReactNode;
}) {
  return (
    <ul className={classes.list}>
      {events.map((event, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one event can be listed twice
        <li key={`${event.id} ${i}`} className={classes.event}>
          <EventLine event={event} />
          <EventDetails event={event} />
          {more?.(event)}
        </li>
      ))}
    </ul>
  );
}

/** Who did what to what, and when. */
export function EventLine({ event }: { event: ShownEvent }) {
  const t = useWords(eventWords);
  const kindName = useKindName();
  const { eventType, entityType, userName, timestamp } = event;
  const { type, fqn, name } = subjectOf(event);
  const who = usePersonName(userName ?? '') || t('somebody');
  const known = SAID.find((kind) => kind === eventType);
  return (
    <div className={classes.line}>
      <TypeIcon type={entityType} size={14} />
      <span className={classes.sentence}>
        {known ? t(known, { who }) : t('other', { who, kind: kindName(eventType) })}{' '}
        {fqn && hasPage(type) && eventType !== 'entityDeleted' ? (
          <Link to={addressOf(type, fqn)} title={fqn}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <Summary event={event} />
      </span>
      <time className={classes.ago} title={formatTime(timestamp)}>
        {formatAgo(timestamp)}
      </time>
    </div>
  );
}

/** What of it changed, in a few words; of a test its result. */
function Summary({ event }: { event: ShownEvent }) {
  const { fieldsAdded = [], fieldsUpdated = [], fieldsDeleted = [] } = event.changeDescription ?? {};
  const changes = [...fieldsUpdated, ...fieldsAdded, ...fieldsDeleted];
  const result = changes.map(({ newValue }) => statusIn(newValue)).find((status) => status !== undefined);
  if (result) return <StateMark tone={RESULTS[result] ?? 'idle'}>{resultName(result)}</StateMark>;
  const fields = [...new Set(changes.map(({ name = '' }) => spaced(name.split('.').at(-1) ?? name).toLowerCase()))];
  if (fields.length === 0) return null;
  return <span className={classes.fields}>{fields.slice(0, MOST_FIELDS).join(', ')}</span>;
}

function statusIn(value: unknown): string | undefined {
  const known = typeof value === 'string' ? parse(value) : value;
  const { testCaseStatus: status } = (known ?? {}) as { testCaseStatus?: unknown };
  return typeof status === 'string' ? status : undefined;
}

/** What an event is about, of a conversation what people talk about there, with its name; an id is never one. */
function subjectOf({ entity, entityFullyQualifiedName: fqn, entityType: type }: ShownEvent) {
  const known = ((typeof entity === 'string' ? parse(entity) : entity) ?? {}) as Partial<Reference> & {
    entityRef?: Reference;
  };
  const { displayName, name, entityRef: about } = known;
  if (about) return { type: about.type, fqn: about.fullyQualifiedName, name: nameOf(about) };
  const last = fqn?.split('.').at(-1)?.replaceAll('"', '');
  return { type, fqn, name: displayName || name || last || nameOfType(type) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
