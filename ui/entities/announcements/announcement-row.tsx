import { ActionIcon } from '@mantine/core';
import { deleteAnnouncement, getAnnouncementByName, listAnnouncements } from 'cairn/client';
import type { Announcement } from 'cairn/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { readEntityLink } from '../../data/addresses/entity-links.js';
import { cairn } from '../../data/client.js';
import { useRights } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { Link } from '../../kit/link.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { announcementWords } from '../../words/entities/announcements.js';
import { formatTime } from '../../words/format.js';
import { toMarkdown } from '../activity/mentions.js';
import { usePersonName } from '../fields/person-name.js';
import { TypeIcon } from '../type-icon.js';
import classes from './announcements.module.css';

const AnnouncementDialog = lazy(() =>
  import('./announcement-dialog.js').then((m) => ({ default: m.AnnouncementDialog })),
);
const TONES: Readonly<Record<string, Tone>> = { Active: 'info', Scheduled: 'warn', Expired: 'idle' };

interface Props {
  announcement: Announcement;
  /** Says what it is about. */
  named?: boolean;
  /** Without what can be done with it: rights are asked for one by one. */
  plain?: boolean;
  /** Its title stands above. */
  untitled?: boolean;
}

/** An announcement with its period, and what may be done with it. */
export function AnnouncementRow({ announcement, named = false, plain = false, untitled = false }: Props) {
  const t = useWords(announcementWords);
  const { status = 'Active', displayName, description, startTime, endTime, createdBy = '', entityLink } = announcement;
  const author = usePersonName(createdBy);
  const about = named && entityLink ? readEntityLink(entityLink) : null;
  return (
    <li>
      <div className={classes.head}>
        <StateMark tone={TONES[status] ?? 'idle'}>{t(`status.${status}`)}</StateMark>
        {displayName && !untitled ? <span className={classes.title}>{displayName}</span> : null}
        <span className={classes.grow} />
        {plain ? null : <RowActions announcement={announcement} />}
      </div>
      <Markdown text={toMarkdown(description)} />
      {about ? (
        <Link to={addressOf(about.type, about.fqn)}>
          <TypeIcon type={about.type} size={14} /> {about.fqn}
        </Link>
      ) : null}
      <div className={classes.soft}>
        {t('period', { start: formatTime(startTime), end: formatTime(endTime) })}
        {createdBy ? ` · ${t('by', { name: author })}` : ''}
      </div>
    </li>
  );
}

function RowActions({ announcement }: { announcement: Announcement }) {
  const t = useWords(announcementWords);
  const may = useRights('announcement', announcement.id);
  const [editing, setEditing] = useState(false);
  const name = announcement.displayName || t('announcement');
  async function remove() {
    await cairn.call(deleteAnnouncement, { params: { id: announcement.id } });
    await refresh(listAnnouncements, getAnnouncementByName);
  }
  return (
    <>
      {may('EditAll') ? (
        <ActionIcon size={24} aria-label={t('editOf', { name })} onClick={() => setEditing(true)}>
          <Pencil size={14} />
        </ActionIcon>
      ) : null}
      {may('Delete') ? (
        <AskButton
          label={t('removeOf', { name })}
          icon={Trash2}
          iconOnly
          title={t('removeTitle')}
          action={t('remove')}
          run={remove}
        >
          {t('removeText')}
        </AskButton>
      ) : null}
      {editing ? (
        <Suspense>
          <AnnouncementDialog
            about={announcement.entityLink ?? ''}
            announcement={announcement}
            close={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
