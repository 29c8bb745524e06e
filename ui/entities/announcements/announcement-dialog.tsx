import { Textarea, TextInput } from '@mantine/core';
import {
  createAnnouncement,
  getAnnouncementByName,
  listAnnouncements,
  type PatchStep,
  patchAnnouncement,
} from 'cairn/client';
import type { Announcement } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../words/define-words.js';
import { announcementWords } from '../../words/entities/announcements.js';
import classes from './announcements.module.css';
import { fromField, toField } from './local-time.js';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;

interface Props {
  /** The entity link of what it is about. */
  about: string;
  /** The one that is changed; default: a new one. */
  announcement?: Announcement;
  close: () => void;
}

/** What is announced, and from when to when. */
export function AnnouncementDialog({ about, announcement, close }: Props) {
  const t = useWords(announcementWords);
  const [now] = useState(() => Date.now());
  const [title, setTitle] = useState(announcement?.displayName ?? '');
  const [text, setText] = useState(announcement?.description ?? '');
  const [start, setStart] = useState(() => toField(announcement?.startTime ?? now));
  const [end, setEnd] = useState(() => toField(announcement?.endTime ?? now + WEEK));
  const [checked, setChecked] = useState(false);
  const [startTime, endTime] = [fromField(start), fromField(end)];
  const isPeriod = startTime !== null && endTime !== null && startTime < endTime;
  async function run() {
    setChecked(true);
    if (text.trim() === '' || !isPeriod) return false;
    const displayName = title.trim();
    if (announcement)
      await cairn.call(patchAnnouncement, {
        params: { id: announcement.id },
        body: changesOf(announcement, { displayName, description: text.trim(), startTime, endTime }),
      });
    else
      await cairn.call(createAnnouncement, {
        body: {
          entityLink: about,
          description: text.trim(),
          startTime,
          endTime,
          ...(displayName === '' ? {} : { displayName }),
        },
      });
    await refresh(listAnnouncements, getAnnouncementByName);
    return true;
  }
  return (
    <AskDialog title={t(announcement ? 'edit' : 'add')} action={t('save')} close={close} run={run}>
      <TextInput
        label={t('title')}
        data-autofocus
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('text')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={checked && text.trim() === '' ? t('textNeeded') : undefined}
      />
      <div className={classes.times}>
        <TextInput
          type="datetime-local"
          label={t('start')}
          withAsterisk
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
          error={checked && startTime === null ? t('startNeeded') : undefined}
        />
        <TextInput
          type="datetime-local"
          label={t('end')}
          withAsterisk
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
          error={checked && startTime !== null && !isPeriod ? t('endNeeded') : undefined}
        />
      </div>
    </AskDialog>
  );
}

type Fields = Required<Pick<Announcement, 'displayName' | 'description' | 'startTime' | 'endTime'>>;

/** Fields show minutes: a time within the same minute is the stored one. */
function changesOf(before: Announcement, after: Fields): PatchStep[] {
  const patch: PatchStep[] = [];
  if (after.displayName !== (before.displayName ?? ''))
    patch.push(
      after.displayName === ''
        ? { op: 'remove', path: '/displayName' }
        : { op: 'add', path: '/displayName', value: after.displayName },
    );
  if (after.description !== before.description)
    patch.push({ op: 'replace', path: '/description', value: after.description });
  for (const field of ['startTime', 'endTime'] as const)
    if (toField(after[field]) !== toField(before[field]))
      patch.push({ op: 'replace', path: `/${field}`, value: after[field] });
  return patch;
}
