import { Textarea } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { plainText } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import { useTyped } from '../fields/use-typed.js';
import classes from './columns.module.css';

interface Props {
  name: string;
  text: string;
  allowed: boolean;
  save: (text: string | undefined) => Promise<boolean>;
}

/** Read as one line; a click or Enter edits it in place, Enter saves and goes to the next one. */
export function ColumnDescription({ name, text, allowed, save }: Props) {
  const t = useWords(tableWords);
  const edited = useTyped((value) => (value === text.trim() ? Promise.resolve(true) : save(value || undefined)));
  if (edited.typed === null)
    return (
      <button
        type="button"
        className={classes.description}
        aria-disabled={!allowed || undefined}
        data-describe
        title={text || undefined}
        onClick={() => allowed && edited.start(text)}
      >
        {text ? (
          <span>{plainText(text)}</span>
        ) : (
          <span className={classes.missing}>{allowed ? t('addDescription') : ''}</span>
        )}
        <span className="visually-hidden">{t('editColumn', { name })}</span>
        {allowed ? <Pencil size={12} aria-hidden className={classes.pencil} /> : null}
      </button>
    );
  const finish = (value: string) => void edited.save(value.trim());
  return (
    <Textarea
      className={classes.editor}
      aria-label={t('describeColumn', { name })}
      autosize
      minRows={1}
      maxRows={10}
      autoFocus={!edited.failed}
      size="xs"
      defaultValue={edited.typed}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') edited.stop();
        else if (event.key === 'Enter' && !event.shiftKey) {
          const next = nextOf(event.currentTarget);
          finish(event.currentTarget.value);
          requestAnimationFrame(() => next?.click());
        } else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The description of the row below, so that many columns are described without a mouse. */
function nextOf(field: HTMLElement): HTMLElement | null {
  const row = field.closest('[role=row]');
  const index = Number(row?.getAttribute('data-index')) + 1;
  return row?.parentElement?.querySelector<HTMLElement>(`[data-index="${index}"] [data-describe]`) ?? null;
}
