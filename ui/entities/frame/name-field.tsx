import { ActionIcon, TextInput } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { editField } from '../../data/editing/edit.js';
import { Hinted } from '../../kit/hint.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityView } from '../entity-page.js';
import { useTyped } from '../fields/use-typed.js';
import { nameOf } from '../fields/values.js';
import classes from './frame.module.css';

/** The heading: the display name, or the name; the display name is edited in place. */
export function NameField({ view }: { view: EntityView }) {
  const t = useWords(entityWords);
  const { entity } = view;
  const allowed = view.may('EditDisplayName') && !entity.deleted;
  const { typed, start, stop, save } = useTyped((text) =>
    editField({ ...view.target, keepsText: true }, '/displayName', text.trim() === '' ? undefined : text.trim()),
  );
  const editing = typed !== null;
  return (
    <div className={classes.nameField}>
      <h1 className={editing ? 'visually-hidden' : undefined}>{nameOf(entity)}</h1>
      {editing ? (
        <TextInput
          aria-label={t('displayName')}
          autoFocus
          defaultValue={typed}
          placeholder={entity.name}
          onBlur={(event) => void save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save(event.currentTarget.value);
            if (event.key === 'Escape') stop();
          }}
        />
      ) : allowed ? (
        <Hinted label={t('editName')}>
          <ActionIcon aria-label={t('editName')} onClick={() => start(String(entity.displayName ?? ''))}>
            <Pencil size={14} />
          </ActionIcon>
        </Hinted>
      ) : null}
    </div>
  );
}
