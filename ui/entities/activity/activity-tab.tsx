import { SegmentedControl } from '@mantine/core';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate } from '../../data/addresses/use-address.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { EntityAnnouncements } from '../announcements/entity-announcements.js';
import { EntityAttachments } from '../attachments/entity-attachments.js';
import type { EntityView } from '../entity-page.js';
import { EntityTasks } from '../tasks/entity-tasks.js';
import classes from './activity.module.css';
import { Conversations } from './conversations.js';
import { EntityActivity } from './entity-activity.js';

const VIEWS = ['all', 'conversations', 'tasks', 'announcements', 'attachments'] as const;

/** What happened to an entity, what people say of it, what they ask for, what everybody should know, and files. */
export function ActivityTab(view: EntityView) {
  const t = useWords(activityWords);
  const navigate = useNavigate();
  const { type, entity, sub } = view;
  const open = VIEWS.find((one) => one === sub) ?? 'all';
  return (
    <div className={classes.stack}>
      <SegmentedControl
        size="xs"
        className={classes.views}
        w="fit-content"
        aria-label={t('views')}
        value={open}
        onChange={(next) =>
          void navigate(addressOf(type, entity.fullyQualifiedName, 'activity_feed', next), { preventScrollReset: true })
        }
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
      />
      {open === 'all' ? <EntityActivity view={view} /> : null}
      {open === 'conversations' ? <Conversations view={view} /> : null}
      {open === 'tasks' ? <EntityTasks view={view} /> : null}
      {open === 'announcements' ? <EntityAnnouncements view={view} /> : null}
      {open === 'attachments' ? <EntityAttachments view={view} /> : null}
    </div>
  );
}
