import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { editField } from '../../data/edit.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entity.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import classes from './frame.module.css';

/** The heading: the display name, or the name; the display name is edited in place. */
export function NameField({ view }: { view: EntityView }) {
  const t = useWords(entityWords);
  const [editing, setEditing] = useState(false);
  const { entity } = view;
  const allowed = view.may('EditDisplayName') && !entity.deleted;
  function save(text: string) {
    setEditing(false);
    void editField(view.target, '/displayName', text.trim() === '' ? undefined : text.trim());
  }
  return (
    <div className={classes.nameField}>
      <h1 className={editing ? 'visually-hidden' : undefined}>{nameOf(entity)}</h1>
      {editing ? (
        <TextInput
          aria-label={t('displayName')}
          autoFocus
          defaultValue={String(entity.displayName ?? '')}
          placeholder={entity.name}
          onBlur={(event) => save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save(event.currentTarget.value);
            if (event.key === 'Escape') setEditing(false);
          }}
        />
      ) : allowed ? (
        <Tooltip label={t('editName')}>
          <ActionIcon aria-label={t('editName')} onClick={() => setEditing(true)}>
            <Pencil size={14} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  );
}
