import { Textarea, TextInput } from '@mantine/core';
import { createQuery, listQueries } from 'cairn/client';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import type { Entity } from '../entity-page.js';

/** A query that somebody wants others to know. */
export function AddQueryDialog({ entity, close }: { entity: Entity; close(): void }) {
  const t = useWords(tableWords);
  const [{ query, title, description }, setTyped] = useState({ query: '', title: '', description: '' });
  const [tried, setTried] = useState(false);
  const change = (part: object) => setTyped((now) => ({ ...now, ...part }));
  const { service } = entity as { service?: { fullyQualifiedName?: string; name?: string } };
  async function run() {
    setTried(true);
    if (query.trim() === '') return false;
    await cairn.call(createQuery, {
      body: {
        query: query.trim(),
        service: service?.fullyQualifiedName ?? service?.name ?? '',
        queryUsedIn: [{ id: entity.id, type: 'table' }],
        ...(title.trim() ? { displayName: title.trim() } : {}),
        ...(description.trim() ? { description: description.trim() } : {}),
      },
    });
    return refresh(listQueries);
  }
  return (
    <AskDialog title={t('addQuery')} action={t('add')} close={close} run={run} size={640}>
      <TextInput
        label={t('queryTitle')}
        data-autofocus
        value={title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('querySql')}
        required
        autosize
        minRows={4}
        maxRows={16}
        error={tried && query.trim() === '' ? t('queryNeeded') : undefined}
        value={query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </AskDialog>
  );
}
