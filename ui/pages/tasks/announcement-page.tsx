import { getAnnouncementByName } from 'cairn/client';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { AnnouncementRow } from '../../entities/announcements/announcement-row.js';
import classes from '../../entities/announcements/announcements.module.css';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { announcementWords } from '../../words/entities/announcements.js';

/** One announcement, as mails link to it. */
export function AnnouncementPage() {
  const t = useWords(announcementWords);
  const [, name = ''] = useSegments();
  const answer = useOperation(getAnnouncementByName, { params: { fqn: name }, query: {} });
  return (
    <Async of={answer}>
      {(announcement) => (
        <>
          <h1>{announcement.displayName || t('announcement')}</h1>
          <ul className={classes.list}>
            <AnnouncementRow announcement={announcement} named untitled />
          </ul>
        </>
      )}
    </Async>
  );
}
