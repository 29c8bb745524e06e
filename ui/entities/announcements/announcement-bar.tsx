import { listAnnouncements } from 'cairn/client';
import { Megaphone } from 'lucide-react';
import { entityLink } from '../../data/addresses/entity-links.js';
import { useOperation } from '../../data/use-operation.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { announcementWords } from '../../words/entities/announcements.js';
import { formatTime } from '../../words/format.js';
import { toMarkdown } from '../activity/mentions.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import classes from './announcements.module.css';

const SHOWN = 5;

/** What is announced about an entity now. */
export function AnnouncementBar({ view: { type, entity } }: { view: EntityView }) {
  const t = useWords(announcementWords);
  const link = entityLink(type, entity.fullyQualifiedName);
  const answer = useOperation(
    listAnnouncements,
    { query: { entityLink: link ?? '', active: true, limit: SHOWN } },
    { enabled: link !== null, staleTime: 30_000 },
  );
  const active = answer.data?.value.data ?? [];
  if (active.length === 0) return null;
  return (
    <section className={classes.bar} aria-label={t('bar', { name: nameOf(entity) })}>
      {active.map(({ id, displayName, description, endTime }) => (
        <div key={id} className={classes.notice}>
          <Megaphone size={16} aria-hidden />
          <div>
            {displayName ? <div className={classes.title}>{displayName}</div> : null}
            <Markdown text={toMarkdown(description)} />
            <div className={classes.soft}>{t('until', { time: formatTime(endTime) })}</div>
          </div>
        </div>
      ))}
    </section>
  );
}
