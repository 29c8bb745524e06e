import { Button, Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Plus, UserRound } from 'lucide-react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { useMay } from '../../../data/rights.js';
import { readHits } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { FindField } from '../../../kit/lists/find-field.js';
import { Paging, pageOf } from '../../../kit/lists/paging.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';
import { PeopleLists } from './people-lists.js';
import { type Person, UserGrid } from './user-grid.js';

const SIZE = 50;

export function UsersPage() {
  return <Users admins={false} />;
}

export function AdminsPage() {
  return <Users admins />;
}

function Users({ admins }: { admins: boolean }) {
  const t = useWords(peopleWords);
  const [text, setText] = useSearchState('search');
  const [deleted, setDeleted] = useSearchState('deleted');
  const [page, setPage] = useSearchState('page', '1');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const at = pageOf(page);
  const mayCreate = useMay('user', 'Create');
  const answer = useOperation(
    searchEntitiesWithQuery,
    {
      query: {
        q: asked || '*',
        index: 'user',
        from: (at - 1) * SIZE,
        size: SIZE,
        deleted: deleted === 'true',
        ...(asked ? {} : { sort_field: 'name.keyword', sort_order: 'asc' as const }),
        query_filter: JSON.stringify({ query: { bool: { must: mustBe(admins) } } }),
      },
    },
    { keepPrevious: true },
  );
  const back = () => setPage('1');
  return (
    <>
      <PageHead
        title={t(admins ? 'admins' : 'users')}
        action={
          mayCreate === 'no' ? null : (
            <Button component={Link} to="/create-user" size="xs" leftSection={<Plus size={14} aria-hidden />}>
              {t('addUser')}
            </Button>
          )
        }
      />
      <PeopleLists open={admins ? 'admins' : 'users'} />
      <div className={classes.bar}>
        <FindField
          label={t('find')}
          value={text}
          onChange={(next) => {
            setText(next);
            back();
          }}
        />
        <Checkbox
          label={t('showDeactivated')}
          checked={deleted === 'true'}
          onChange={(event) => {
            setDeleted(event.currentTarget.checked ? 'true' : '');
            back();
          }}
        />
      </div>
      <Async of={answer}>
        {(value) => {
          const { hits, total } = readHits(value as JsonObject);
          return hits.length === 0 ? (
            <Empty icon={UserRound} title={t('noUsers')}>
              {t('noUsersText')}
            </Empty>
          ) : (
            <>
              <p role="status" className={classes.count}>
                {t('people', { count: total })}
              </p>
              <UserGrid label={t('users')} people={hits.map(({ source }) => source as unknown as Person)} />
              <Paging total={total} size={SIZE} page={at} go={(next) => setPage(String(next), { push: true })} />
            </>
          );
        }}
      </Async>
    </>
  );
}

function mustBe(admins: boolean): object[] {
  return [{ term: { isBot: 'false' } }, ...(admins ? [{ term: { isAdmin: 'true' } }] : [])];
}
