import { Checkbox, Textarea } from '@mantine/core';
import {
  bulkUpdateColumnsInBackground,
  bulkUpdateColumnsPreview,
  getBulkColumnUpdate,
  getColumnGrid,
} from 'cairn/client';
import type { SchemaValue, TagLabel } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { TagPicker } from '../../entities/tasks/tag-picker.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { tell } from '../../kit/states/tell.js';
import { columnWords } from '../../words/columns.js';
import { useWords } from '../../words/define-words.js';
import classes from './columns.module.css';
import type { Named, Variant } from './named-columns.js';

type Preview = SchemaValue<'api/data/bulkColumnUpdatePreview'>['columnPreviews'];

const POLL = 400;

/** One description, and perhaps tags, for all columns of a name: shows first what would change. */
export function EditForm({ column: { columnName, groups }, close }: { column: Named; close(): void }) {
  const t = useWords(columnWords);
  const [first] = [...groups].sort((a, b) => said(b) - said(a) || b.occurrenceCount - a.occurrenceCount);
  const [description, setDescription] = useState(first?.description ?? '');
  const [tags, setTags] = useState<readonly TagLabel[]>(first?.tags ?? []);
  const [hasTags, setHasTags] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const body = { columnName, description, ...(hasTags ? { tags: [...tags] } : {}) };
  const edit = (change: () => void) => {
    change();
    setPreview(undefined);
  };
  async function run() {
    if (preview === undefined) {
      const { columnPreviews } = await cairn.call(bulkUpdateColumnsPreview, { body });
      setPreview(columnPreviews.filter(({ hasChanges }) => hasChanges));
      return false;
    }
    if (preview.length === 0) return true;
    const { jobId } = await cairn.call(bulkUpdateColumnsInBackground, { body });
    const { passed, failed } = await ended(jobId);
    await refresh(getColumnGrid);
    const message = t('changed', { count: passed });
    tell({ message: failed > 0 ? `${message} ${t('refused', { count: failed })}` : message, failed: failed > 0 });
    return true;
  }
  const action = preview?.length ? t('apply', { count: preview.length }) : t('preview');
  return (
    <AskDialog title={t('edit', { name: columnName })} action={action} close={close} run={run} size={640}>
      <Textarea
        label={t('description')}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        value={description}
        onChange={({ currentTarget: { value } }) => edit(() => setDescription(value))}
      />
      <Checkbox
        label={t('replaceTags')}
        checked={hasTags}
        onChange={({ currentTarget: { checked } }) => edit(() => setHasTags(checked))}
      />
      {hasTags ? <TagPicker labels={tags} set={(next) => edit(() => setTags(next))} /> : null}
      {preview ? <Changes preview={preview} /> : null}
    </AskDialog>
  );
}

function Changes({ preview }: { preview: Preview }) {
  const t = useWords(columnWords);
  return (
    <div role="status">
      <p>{preview.length === 0 ? t('nothing') : t('changes', { count: preview.length })}</p>
      <ul className={classes.places}>
        {preview.map(({ columnFQN }) => (
          <li key={columnFQN}>{columnFQN}</li>
        ))}
      </ul>
    </div>
  );
}

/** What somebody described comes before what nobody did. */
const said = ({ description }: Variant) => (description ? 1 : 0);

/** Waits for the job; rejects if it failed as a whole. */
async function ended(jobId: string): Promise<{ passed: number; failed: number }> {
  for (;;) {
    const { status, result } = await cairn.call(getBulkColumnUpdate, { params: { jobId } });
    const { numberOfRowsPassed: passed, numberOfRowsFailed: failed, abortReason } = result;
    if (status === 'FAILED') throw new Error(String(abortReason));
    if (status !== 'RUNNING') return { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
}
