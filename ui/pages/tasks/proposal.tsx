import type { EntityReference, TagLabel, Task } from 'cairn/contract';
import type { ReactNode } from 'react';
import { toMarkdown } from '../../entities/activity/mentions.js';
import { ReferenceChips, TagChip } from '../../entities/fields/chips.js';
import { labels } from '../../entities/fields/values.js';
import { isOpen } from '../../entities/tasks/task-texts.js';
import { WordDiff } from '../../kit/texts/diff.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { formatDate } from '../../words/format.js';
import classes from './tasks.module.css';

/** What a task would change, in words. */
export function Proposal({ task }: { task: Task }) {
  const t = useWords(taskWords);
  // What was filled in when it was done counts.
  const payload = { ...task.payload, ...task.resolution?.payload };
  const text = (name: string) => (typeof payload[name] === 'string' ? String(payload[name]) : '');
  switch (task.type) {
    case 'DescriptionUpdate': {
      const wanted = task.resolution?.newValue ?? text('newDescription');
      return wanted === '' ? <Unfilled task={task} /> : <WordDiff from={text('currentDescription')} to={wanted} />;
    }
    case 'TagUpdate': {
      const [added, removed] = [labels(payload.tagsToAdd), labels(payload.tagsToRemove)];
      if (added.length + removed.length === 0) return <Unfilled task={task} />;
      return (
        <>
          <TagsOf title={t('tagsAdded')} tags={added} />
          <TagsOf title={t('tagsRemoved')} tags={removed} />
        </>
      );
    }
    case 'Suggestion':
      return <Suggested payload={payload} text={text} />;
    case 'OwnershipUpdate':
      return <People title={t('newOwners')} people={referencesIn(payload.newOwners)} />;
    case 'DomainUpdate':
      return <People title={t('newDomain')} people={referencesIn([payload.newDomain])} />;
    case 'TierUpdate':
      return <TagsOf title={t('newTier')} tags={labels([payload.newTier].filter(Boolean))} />;
    case 'GlossaryApproval':
      return <Markdown text={toMarkdown(task.about?.description ?? '')} />;
    case 'DataAccessRequest':
      return <Access payload={payload} text={text} />;
    default:
      return null;
  }
}

interface PayloadProps {
  payload: Readonly<Record<string, unknown>>;
  text: (name: string) => string;
}

function Unfilled({ task }: { task: Task }) {
  const t = useWords(taskWords);
  return <p className={classes.soft}>{t(isOpen(task) ? 'noProposal' : 'notFilled')}</p>;
}

function Suggested({ payload, text }: PayloadProps) {
  const t = useWords(taskWords);
  const value = text('suggestedValue');
  const kind = payload.suggestionType;
  if (kind === 'Description') return <WordDiff from={text('currentValue')} to={value} />;
  if (kind === 'Tag' || kind === 'Tier')
    return <TagsOf title={t(kind === 'Tag' ? 'tagsAdded' : 'newTier')} tags={labels(listIn(value))} />;
  if (kind === 'Owner' || kind === 'Domain')
    return <People title={t(kind === 'Owner' ? 'newOwners' : 'newDomain')} people={referencesIn(listIn(value))} />;
  return <Named title={t('newValue')}>{value}</Named>;
}

function Access({ payload, text }: PayloadProps) {
  const t = useWords(taskWords);
  const columns = Array.isArray(payload.columns) ? payload.columns.map(String) : [];
  const until = payload.expirationDate;
  const access = (['FullAccess', 'ColumnLevel', 'Masked'] as const).find((one) => one === payload.accessType);
  const permission = (['Read', 'Write', 'Admin'] as const).find((one) => one === payload.requestedAccess);
  return (
    <>
      {access ? <Named title={t('accessType')}>{t(`access.${access}`)}</Named> : null}
      {permission ? <Named title={t('requested')}>{t(`permission.${permission}`)}</Named> : null}
      {columns.length > 0 ? <Named title={t('columns')}>{columns.join(', ')}</Named> : null}
      {typeof until === 'number' ? <Named title={t('until')}>{formatDate(until)}</Named> : null}
      {text('ticketId') ? <Named title={t('ticket')}>{text('ticketId')}</Named> : null}
      {text('reason') && text('reason') !== text('description') ? (
        <Named title={t('reason')}>{text('reason')}</Named>
      ) : null}
    </>
  );
}

function Named({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <div className={classes.soft}>{title}</div>
      <div>{children}</div>
    </div>
  );
}

function TagsOf({ title, tags }: { title: string; tags: readonly TagLabel[] }) {
  if (tags.length === 0) return null;
  return (
    <Named title={title}>
      <div className={classes.chips}>
        {tags.map((label) => (
          <TagChip key={label.tagFQN} label={label} />
        ))}
      </div>
    </Named>
  );
}

function People({ title, people }: { title: string; people: readonly EntityReference[] }) {
  return (
    <Named title={title}>
      <div className={classes.chips}>
        <ReferenceChips references={people} />
      </div>
    </Named>
  );
}

function isReference(value: unknown): value is EntityReference {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
}

function referencesIn(value: unknown): EntityReference[] {
  return Array.isArray(value) ? value.filter(isReference) : [];
}

/** Suggested lists are JSON in a text. */
function listIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
