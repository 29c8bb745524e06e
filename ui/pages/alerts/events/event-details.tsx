import type { FieldChange } from 'cairn/client';
import { ValueDiff } from '../../../kit/texts/diff.js';
import { eventWords } from '../../../words/alerts/alerts.js';
import { useWords } from '../../../words/define-words.js';
import { spaced, upperFirst } from '../../../words/format.js';
import type { ShownEvent } from './event-list.js';
import classes from './events.module.css';
import { readable } from './readable.js';

/** What an event changed, field by field, opened on demand. */
export function EventDetails({ event }: { event: ShownEvent }) {
  const t = useWords(eventWords);
  const { fieldsAdded = [], fieldsUpdated = [], fieldsDeleted = [] } = event.changeDescription ?? {};
  const changes = [
    ...fieldsUpdated.map((change) => ({ change, label: t('changed', { field: fieldName(change, t) }) })),
    ...fieldsAdded.map((change) => ({ change, label: t('added', { field: fieldName(change, t) }) })),
    ...fieldsDeleted.map((change) => ({ change, label: t('removed', { field: fieldName(change, t) }) })),
  ];
  if (changes.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>{t('details')}</summary>
      <div className={classes.changes}>
        {changes.map(({ change, label }, i) => (
          <ValueDiff
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an event stay as they are
            key={i}
            label={label}
            from={readable(change.oldValue)}
            to={readable(change.newValue)}
          />
        ))}
      </div>
    </details>
  );
}

/** `columns.price.description` as "Description of price". */
function fieldName(
  { name = '' }: FieldChange,
  t: (key: 'fieldOf', values: { field: string; part: string }) => string,
): string {
  const parts = name.split('.');
  const field = upperFirst(spaced(parts.at(-1) ?? name));
  const part = parts.length > 2 ? parts.at(-2) : undefined;
  return part ? t('fieldOf', { field, part }) : field;
}
