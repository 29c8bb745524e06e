import { Button, FileButton } from '@mantine/core';
import { listAttachments, uploadAttachment } from 'cairn/client';
import type { Asset } from 'cairn/contract';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { entityLink, readEntityLink } from '../../data/addresses/entity-links.js';
import { cairn } from '../../data/client.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { Async, Empty } from '../../kit/states/states.js';
import { tell } from '../../kit/states/tell.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { attachmentWords } from '../../words/entities/attachments.js';
import type { EntityView } from '../entity-page.js';
import { AttachmentRow } from './attachment-row.js';
import classes from './attachments.module.css';

/** Files about an entity: those that were attached to it, and those that other clients put into its texts. */
export function EntityAttachments({ view: { type, entity, may } }: { view: EntityView }) {
  const fqn = entity.fullyQualifiedName;
  const attached = useOperation(listAttachments, { params: { fqn, assetType: 'External' } });
  const inTexts = useOperation(listAttachments, { params: { fqn, assetType: 'Inline' } });
  const link = entityLink(type, fqn);
  const mayEdit = may('EditDescription') && !entity.deleted;
  return (
    <>
      {mayEdit && link !== null ? <AddFiles link={link} /> : null}
      <Async of={attached}>
        {(files) => (
          <Async of={inTexts}>
            {(more) => <Files files={[...files, ...more].filter((one) => isAbout(one, type))} mayRemove={mayEdit} />}
          </Async>
        )}
      </Async>
    </>
  );
}

/** Entities of other types can have the same name. */
function isAbout({ entityLink: link }: Asset, type: string): boolean {
  return link !== undefined && readEntityLink(link)?.type === type;
}

function Files({ files, mayRemove }: { files: readonly Asset[]; mayRemove: boolean }) {
  const t = useWords(attachmentWords);
  if (files.length === 0)
    return (
      <Empty icon={Paperclip} title={t('none')}>
        {t('noneText')}
      </Empty>
    );
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <AttachmentRow key={file.id} file={file} mayRemove={mayRemove} />
      ))}
    </ul>
  );
}

/** Attaches files of the person's computer, one after the other. */
function AddFiles({ link }: { link: string }) {
  const t = useWords(attachmentWords);
  const { busy, run } = useAction();
  const forget = useRef<() => void>(null);
  async function add(files: readonly File[]) {
    let count = 0;
    for (const file of files)
      if (await run(() => upload(file, link), { failed: t('notAdded', { name: file.name }) })) count += 1;
    if (count > 0) tell({ message: t('added', { count }) });
    await refresh(listAttachments);
    forget.current?.(); // else the browser says nothing when the same file is chosen again
  }
  return (
    <div className={classes.add}>
      <FileButton multiple resetRef={forget} onChange={(files) => void add(files)}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<Paperclip size={14} aria-hidden />}
          >
            {t('add')}
          </Button>
        )}
      </FileButton>
      <span className={classes.soft}>{t('limit')}</span>
    </div>
  );
}

async function upload(file: File, link: string): Promise<void> {
  const body = new FormData();
  body.set('entityLink', link);
  body.set('assetType', 'External');
  body.set('file', file);
  await cairn.call(uploadAttachment, { body });
}
