import { Button, SegmentedControl } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import {
  getFollowingActivityFeed,
  getMyActivityFeed,
  listAnnouncements,
  listMyAssignedTasks,
  listMyCreatedTasks,
  listThreads,
} from 'cairn/client';
import { AtSign, ListChecks, Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { readEntityLink } from '../../data/addresses/entity-links.js';
import { queryClient } from '../../data/query-client.js';
import { useMe } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { ActivityList } from '../../entities/activity/activity-list.js';
import { toTyped } from '../../entities/activity/mentions.js';
import { AnnouncementRow } from '../../entities/announcements/announcement-row.js';
import announcementClasses from '../../entities/announcements/announcements.module.css';
import { EntityList } from '../../entities/entity-list.js';
import { TaskRows } from '../../entities/tasks/task-list.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { plainText } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { announcementWords } from '../../words/entities/announcements.js';
import { taskWords } from '../../words/entities/tasks.js';
import { homeWords } from '../../words/home.js';
import { ACTIVITY, ANNOUNCED, mentionsOf, OPEN_TASKS } from './questions.js';

/** What waits for the person, and what happened around the person: asked for once all that comes before is there. */
export function MyWork() {
  const isQuiet = useIsFetching({}, queryClient) === 0;
  const [hasFirst, setHasFirst] = useState(false);
  useEffect(() => {
    if (!isQuiet) return;
    // What is drawn together with this asks a moment later.
    const timer = setTimeout(() => setHasFirst(true), 50);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  return (
    <>
      <MyTasks />
      <Announced enabled={hasFirst} />
      <Mentioned enabled={hasFirst} />
      <MyActivity enabled={hasFirst} />
    </>
  );
}

function MyTasks() {
  const t = useWords(homeWords);
  const me = useMe();
  const [which, setWhich] = useState<'assigned' | 'created'>('assigned');
  const words = useWords(taskWords);
  return (
    <Panel
      title={t('tasks')}
      action={
        <SegmentedControl
          size="xs"
          aria-label={words('which')}
          value={which}
          onChange={(value) => setWhich(value === 'created' ? 'created' : 'assigned')}
          data={[
            { value: 'assigned', label: t('forYou') },
            { value: 'created', label: t('fromYou') },
          ]}
        />
      }
    >
      <OpenTasks key={which} which={which} />
      <Button
        component={Link}
        variant="default"
        size="xs"
        to={`${addressOf('user', me.fullyQualifiedName ?? me.name, 'task')}${which === 'created' ? '?as=created' : ''}`}
      >
        {t('allTasks')}
      </Button>
    </Panel>
  );
}

function OpenTasks({ which }: { which: 'assigned' | 'created' }) {
  const t = useWords(homeWords);
  const answer = useOperation(which === 'assigned' ? listMyAssignedTasks : listMyCreatedTasks, OPEN_TASKS);
  return (
    <Async of={answer} small>
      {({ data }) => (
        <TaskRows
          tasks={data}
          none={
            <Empty small icon={ListChecks} title={t('noTasks')}>
              {t('noTasksText')}
            </Empty>
          }
        />
      )}
    </Async>
  );
}

interface Enabled {
  enabled: boolean;
}

function Announced({ enabled }: Enabled) {
  const t = useWords(announcementWords);
  const answer = useOperation(listAnnouncements, ANNOUNCED, { enabled });
  return (
    <Panel title={t('announcements')}>
      <Async of={answer} small>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={Megaphone} title={t('noneNow')}>
              {t('noneNowText')}
            </Empty>
          ) : (
            <ul className={announcementClasses.list}>
              {data.map((one) => (
                <AnnouncementRow key={one.id} announcement={one} named plain />
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}

function Mentioned({ enabled }: Enabled) {
  const t = useWords(homeWords);
  const me = useMe();
  const answer = useOperation(listThreads, mentionsOf(me), { enabled });
  return (
    <Panel title={t('mentions')}>
      <Async of={answer} small>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={AtSign} title={t('noMentions')}>
              {t('noMentionsText')}
            </Empty>
          ) : (
            <EntityList
              items={data.flatMap(({ id, about, message, createdBy = '' }) => {
                const link = readEntityLink(about);
                if (!link) return [];
                const text = plainText(toTyped(message).text).slice(0, 120);
                return [
                  {
                    key: id,
                    type: link.type,
                    fqn: link.fqn,
                    name: `${createdBy}: ${text}`,
                    tabs: ['activity_feed', 'conversations'],
                  },
                ];
              })}
            />
          )
        }
      </Async>
    </Panel>
  );
}

function MyActivity({ enabled }: Enabled) {
  const t = useWords(homeWords);
  const words = useWords(activityWords);
  const [which, setWhich] = useState<'owned' | 'followed'>('owned');
  return (
    <Panel
      title={words('all')}
      action={
        <SegmentedControl
          size="xs"
          aria-label={words('all')}
          value={which}
          onChange={(value) => setWhich(value === 'followed' ? 'followed' : 'owned')}
          data={[
            { value: 'owned', label: t('ownedShort') },
            { value: 'followed', label: t('followedShort') },
          ]}
        />
      }
    >
      <Feed key={which} which={which} enabled={enabled} />
    </Panel>
  );
}

function Feed({ which, enabled }: { which: 'owned' | 'followed' } & Enabled) {
  const t = useWords(activityWords);
  const answer = useOperation(which === 'owned' ? getMyActivityFeed : getFollowingActivityFeed, ACTIVITY, { enabled });
  const none =
    which === 'owned'
      ? { title: t('nothingMine'), text: t('nothingMineText') }
      : { title: t('nothingFollowed'), text: t('nothingFollowedText') };
  return (
    <Async of={answer} small>
      {({ data }) => <ActivityList events={data} named small none={none} />}
    </Async>
  );
}
