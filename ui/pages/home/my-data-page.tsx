import { Button } from '@mantine/core';
import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Clock, Heart, UserRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { preferences } from '../../data/preferences.js';
import { useMe } from '../../data/rights.js';
import { readHits } from '../../data/search.js';
import { useOperation } from '../../data/use-operation.js';
import { useStore } from '../../data/use-store.js';
import { EntityList, type Listed } from '../../entities/entity-list.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty, Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { homeWords } from '../../words/home.js';
import classes from './home.module.css';

// Texts of people need more than lists of assets.
const MyWork = lazy(() => import('./my-work.js').then((m) => ({ default: m.MyWork })));

const SHOWN = 8;

export function MyDataPage() {
  const t = useWords(homeWords);
  const me = useMe();
  const { recent } = useStore(preferences);
  const owners = [me.id, ...(me.teams ?? []).map(({ id }) => id)];
  return (
    <>
      <h1 className={classes.title}>{t('welcome', { name: me.displayName || me.name })}</h1>
      <div className={classes.columns}>
        <Panel title={t('owned')}>
          <Found
            filter={owners.map((id) => ({ term: { 'owners.id': id } }))}
            empty={
              <Empty small icon={UserRound} title={t('nothingOwned')}>
                {t('nothingOwnedText')}
              </Empty>
            }
          />
        </Panel>
        <Panel title={t('following')}>
          <Found
            filter={[{ term: { followers: me.id } }]}
            empty={
              <Empty small icon={Heart} title={t('nothingFollowed')}>
                {t('nothingFollowedText')}
              </Empty>
            }
          />
        </Panel>
        <Panel title={t('recent')}>
          {recent.length > 0 ? (
            <EntityList items={recent.slice(0, SHOWN)} />
          ) : (
            <Empty
              small
              icon={Clock}
              title={t('nothingRecent')}
              action={
                <Button component={Link} to="/explore" variant="default" size="xs">
                  {t('explore')}
                </Button>
              }
            >
              {t('nothingRecentText')}
            </Empty>
          )}
        </Panel>
        <Suspense fallback={<Loading />}>
          <MyWork />
        </Suspense>
      </div>
    </>
  );
}

/** The first hits of a filter of the search, all of which belong to the person. */
function Found({ filter, empty }: { filter: readonly JsonObject[]; empty: ReactNode }) {
  const query_filter = JSON.stringify({ query: { bool: { should: filter, minimum_should_match: 1 } } });
  const answer = useOperation(searchEntitiesWithQuery, {
    query: { q: '*', index: 'all', size: SHOWN, query_filter, include_aggregations: false },
  });
  return (
    <Async of={answer} small>
      {(value) => {
        const items: Listed[] = readHits(value as JsonObject).hits;
        return items.length > 0 ? <EntityList items={items} /> : empty;
      }}
    </Async>
  );
}
