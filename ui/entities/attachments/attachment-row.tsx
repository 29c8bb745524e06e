import { ActionIcon } from '@mantine/core';
import { deleteAttachment, downloadAttachment, listAttachments } from 'cairn/client';
import type { Asset } from 'cairn/contract';
import { Download, Trash2 } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { saveFile } from '../../data/save-file.js';
import { refresh } from '../../data/use-operation.js';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { attachmentWords } from '../../words/entities/attachments.js';
import { formatAgo, formatBytes } from '../../words/format.js';
import { usePersonName } from '../fields/person-name.js';
import classes from './attachments.module.css';

interface Props {
  file: Asset;
  mayRemove: boolean;
}

/** A file with who attached it, to download and to delete. */
export function AttachmentRow({ file, mayRemove }: Props) {
  const t = useWords(attachmentWords);
  const { busy, run } = useAction();
  const { id = '', fileName: name = '', size = 0, updatedBy = '', updatedAt = 0 } = file;
  const person = usePersonName(updatedBy);
  async function download() {
    saveFile(name, await cairn.call(downloadAttachment, { params: { id } }));
  }
  async function remove() {
    await cairn.call(deleteAttachment, { params: { id }, query: { hardDelete: true } });
    await refresh(listAttachments);
  }
  return (
    <li>
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className={classes.soft}>
          {t('line', { size: formatBytes(size), name: person, ago: formatAgo(updatedAt) })}
        </span>
      </div>
      <ActionIcon
        size={24}
        aria-label={t('download', { name })}
        loading={busy}
        onClick={() => void run(download, { failed: t('notDownloaded', { name }) })}
      >
        <Download size={14} />
      </ActionIcon>
      {mayRemove ? (
        <AskButton
          label={t('removeOf', { name })}
          icon={Trash2}
          iconOnly
          title={t('removeTitle', { name })}
          action={t('remove')}
          run={remove}
        >
          {t('removeText')}
        </AskButton>
      ) : null}
    </li>
  );
}
