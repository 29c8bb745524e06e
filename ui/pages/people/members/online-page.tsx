import { Select } from '@mantine/core';
import { listOnlineUsers } from 'cairn/client';
import { UserRound } from 'lucide-react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { useOperation } from '../../../data/use-operation.js';
import { Paging, pageOf } from '../../../kit/lists/paging.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';
import { PeopleLists } from './people-lists.js';
import { UserGrid } from './user-grid.js';

/** In minutes; 0: at any time. */
const WINDOWS = ['5', '60', '1440', '10080', '0'] as const;
const SIZE = 50;

export function OnlinePage() {
  const t = useWords(peopleWords);
  const [within, setWithin] = useSearchState('window', '60');
  const [page, setPage] = useSearchState('page', '1');
  const at = pageOf(page);
  const known = WINDOWS.find((one) => one === within) ?? '60';
  const answer = useOperation(
    listOnlineUsers,
    { query: { timeWindow: Number(known), limit: SIZE, offset: (at - 1) * SIZE, fields: 'lastActivityTime' } },
    { keepPrevious: true, every: 60_000 },
  );
  return (
    <>
      <h1>{t('online')}</h1>
      <PeopleLists open="online" />
      <div className={classes.bar}>
        <Select
          label={t('onlineSince')}
          allowDeselect={false}
          value={known}
          onChange={(value) => {
            setWithin(value ?? '60');
            setPage('1');
          }}
          data={WINDOWS.map((value) => ({ value, label: t(`window.${value}`) }))}
        />
      </div>
      <Async of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Empty icon={UserRound} title={t('nobodyOnline')} />
          ) : (
            <>
              <p role="status" className={classes.count}>
                {t('people', { count: paging.total })}
              </p>
              <UserGrid label={t('online')} people={data} activity />
              <Paging total={paging.total} size={SIZE} page={at} go={(next) => setPage(String(next), { push: true })} />
            </>
          )
        }
      </Async>
    </>
  );
}
