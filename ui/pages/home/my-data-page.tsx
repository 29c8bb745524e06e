import { Button } from '@mantine/core';
import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Clock, Heart, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { askAhead } from '../../data/ask-ahead.js';
import { preferences } from '../../data/preferences.js';
import { useMe } from '../../data/rights.js';
import { readHits } from '../../data/search.js';
import { session } from '../../data/session.js';
import { useOperation } from '../../data/use-operation.js';
import { useStore } from '../../data/use-store.js';
import { EntityList, type Listed } from '../../entities/entity-list.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { part } from '../../kit/states/part.js';
import { Async, Empty, Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { homeWords } from '../../words/home.js';
import classes from './home.module.css';
import { askForAll, type Filter, followedBy, hitsOf, ownedBy, SHOWN } from './questions.js';

// Texts of people need more than lists of assets.
const MyWork = part(() => import('./my-work.js').then((m) => m.MyWork), <Loading />);
MyWork.prepare();

void askAhead(['', 'my-data'], () => {
  const now = session.get();
  if (now.status === 'open') void askForAll(now.user);
});

export function MyDataPage() {
  const t = useWords(homeWords);
  const me = useMe();
  const { recent } = useStore(preferences);
  return (
    <>
      <h1 className={classes.title}>{t('welcome', { name: me.displayName || me.name })}</h1>
      <div className={classes.columns}>
        <Panel title={t('owned')}>
          <Found
            filter={ownedBy(me)}
            empty={
              <Empty small icon={UserRound} title={t('nothingOwned')}>
                {t('nothingOwnedText')}
              </Empty>
            }
          />
        </Panel>
        <Panel title={t('following')}>
          <Found
            filter={followedBy(me)}
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
        <MyWork />
      </div>
    </>
  );
}

/** The first hits of a filter of the search, all of which belong to the person. */
function Found({ filter, empty }: { filter: Filter; empty: ReactNode }) {
  const answer = useOperation(searchEntitiesWithQuery, hitsOf(filter));
  return (
    <Async of={answer} small>
      {(value) => {
        const items: Listed[] = readHits(value as JsonObject).hits;
        return items.length > 0 ? <EntityList items={items} /> : empty;
      }}
    </Async>
  );
}
