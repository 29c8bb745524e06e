import { ActionIcon, Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { readDraft, writeDraft } from '../../data/editing/drafts.js';
import { editField } from '../../data/editing/edit.js';
import { useMe } from '../../data/rights.js';
import { useKeys } from '../../data/shortcuts.js';
import { Hinted } from '../../kit/hint.js';
import { Panel } from '../../kit/panel.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityView } from '../entity-page.js';
import classes from './fields.module.css';

const MarkdownEditor = lazy(() =>
  import('../../kit/texts/markdown-editor.js').then((m) => ({ default: m.MarkdownEditor })),
);

/** The description of an entity, edited in place; what was typed and not sent is kept. */
export function DescriptionField({ view }: { view: EntityView }) {
  const t = useWords(entityWords);
  const me = useMe();
  const place = `${view.type} ${view.entity.id} description`;
  const [editing, setEditing] = useState(() => readDraft<string>(me.id, place) !== null);
  const text = typeof view.entity.description === 'string' ? view.entity.description : '';
  const allowed = view.may('EditDescription') && !view.entity.deleted;
  useKeys({ e: allowed ? () => setEditing(true) : undefined });
  function close() {
    writeDraft(me.id, place, null);
    setEditing(false);
  }
  async function save(typed: string) {
    writeDraft(me.id, place, typed); // until it is stored
    setEditing(false);
    const value = typed.trim() === '' ? undefined : typed;
    if (await editField({ ...view.target, keepsText: true }, '/description', value)) writeDraft(me.id, place, null);
    else setEditing(true);
  }
  const label = allowed ? t('editDescription') : t('mayNot', { right: 'EditDescription' });
  return (
    <Panel
      title={t('description')}
      action={
        editing && allowed ? null : (
          <Hinted label={label}>
            <ActionIcon
              aria-label={t('editDescription')}
              aria-disabled={!allowed || undefined}
              data-disabled={!allowed || undefined}
              onClick={() => allowed && setEditing(true)}
            >
              <Pencil size={14} />
            </ActionIcon>
          </Hinted>
        )
      }
    >
      {editing && allowed ? (
        <Suspense>
          <MarkdownEditor
            label={t('description')}
            value={readDraft<string>(me.id, place) ?? text}
            onChange={(typed) => writeDraft(me.id, place, typed === text ? null : typed)}
            onCancel={close}
            onSave={(typed) => void save(typed)}
          />
        </Suspense>
      ) : text ? (
        <Markdown text={text} />
      ) : (
        <p className={classes.none}>
          {t('noDescription')}{' '}
          {allowed ? (
            <Button variant="subtle" size="compact-xs" onClick={() => setEditing(true)}>
              {t('addDescription')}
            </Button>
          ) : null}
        </p>
      )}
    </Panel>
  );
}
