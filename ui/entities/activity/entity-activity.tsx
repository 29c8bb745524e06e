import { getEntityActivityById } from 'cairn/client';
import { useState } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import type { EntityView } from '../entity-page.js';
import { ActivityList } from './activity-list.js';

const PAGE = 30;
/** The API returns no more. */
const MOST = 200;

/** What happened to an entity. */
export function EntityActivity({ view: { type, entity } }: { view: EntityView }) {
  const t = useWords(activityWords);
  const [limit, setLimit] = useState(PAGE);
  const answer = useOperation(
    getEntityActivityById,
    { params: { entityType: type, entityId: entity.id }, query: { days: 90, limit } },
    { keepPrevious: true },
  );
  return (
    <Async of={answer}>
      {({ data, paging }) => (
        <>
          <ActivityList events={data} none={{ title: t('nothing'), text: t('nothingText') }} />
          {limit < MOST && data.length >= limit ? (
            <MoreButton total={paging.total} shown={data.length} load={() => setLimit(Math.min(MOST, limit + PAGE))} />
          ) : null}
        </>
      )}
    </Async>
  );
}
