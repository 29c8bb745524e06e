import { Button } from '@mantine/core';
import { listAnnouncements } from 'cairn/client';
import type { Announcement } from 'cairn/contract';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { entityLink } from '../../data/addresses/entity-links.js';
import { useMay } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { announcementWords } from '../../words/entities/announcements.js';
import type { EntityView } from '../entity-page.js';
import { AnnouncementRow } from './announcement-row.js';
import classes from './announcements.module.css';

const AnnouncementDialog = lazy(() =>
  import('./announcement-dialog.js').then((m) => ({ default: m.AnnouncementDialog })),
);
const PAGE = 100;

/** All announcements about an entity, past and to come. */
export function EntityAnnouncements({ view: { type, entity } }: { view: EntityView }) {
  const t = useWords(announcementWords);
  const link = entityLink(type, entity.fullyQualifiedName);
  const [adding, setAdding] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const may = useMay('announcement', 'Create') !== 'no' && !entity.deleted;
  const answer = useOperation(
    listAnnouncements,
    { query: { entityLink: link ?? '', limit } },
    { enabled: link !== null, keepPrevious: true },
  );
  if (link === null) return <Empty title={t('none')}>{t('noneText')}</Empty>;
  const add = may ? (
    <Button
      size="xs"
      variant="default"
      w="fit-content"
      leftSection={<Plus size={14} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </Button>
  ) : null;
  return (
    <>
      {add}
      <Async of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Empty title={t('none')}>{t('noneText')}</Empty>
          ) : (
            <>
              <ul className={classes.list}>
                {newestFirst(data).map((one) => (
                  <AnnouncementRow key={one.id} announcement={one} />
                ))}
              </ul>
              <MoreButton
                total={paging.total}
                shown={data.length}
                load={() => setLimit(limit + PAGE)}
                w="fit-content"
              />
            </>
          )
        }
      </Async>
      {adding ? (
        <Suspense>
          <AnnouncementDialog about={link} close={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function newestFirst(all: readonly Announcement[]): Announcement[] {
  return [...all].sort((a, b) => b.startTime - a.startTime);
}
