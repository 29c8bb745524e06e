import { Button, Select } from '@mantine/core';
import { getEntityTypeCounts, searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { ListFilter, SearchX, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { askAhead } from '../../data/ask-ahead.js';
import { type Hits, readHits } from '../../data/search.js';
import { prefetch, useOperation } from '../../data/use-operation.js';
import { writeRules } from '../../entities/conditions/rules.js';
import { Paging } from '../../kit/lists/paging.js';
import { part } from '../../kit/states/part.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { exploreWords } from '../../words/explore.js';
import { formatNumber } from '../../words/format.js';
import { EVERYTHING } from './asset-tabs.js';
import classes from './explore.module.css';
import { Facets } from './filters/facets.js';
import { FilterStrip } from './filters/filter-strip.js';
import { ExportButton } from './results/export-button.js';
import { SHOWN_FIELDS } from './results/result-card.js';
import { ResultList } from './results/result-list.js';
import { TypeTabs, typesOf } from './type-tabs.js';
import {
  askOf,
  DEEPEST,
  type Explore,
  type Explored,
  PAGE_SIZES,
  readExplored,
  SORTS,
  useExplore,
} from './use-explore.js';

// What opens over the page.
const Peek = part(() => import('./results/peek.js').then((m) => m.Peek));
const QueryBuilder = lazy(() => import('./filters/query-builder.js').then((m) => ({ default: m.QueryBuilder })));

void askAhead(['explore'], ([, word]) => {
  const explored = readExplored(new URLSearchParams(location.search), word);
  void prefetch(searchEntitiesWithQuery, questionOf(explored));
  void prefetch(getEntityTypeCounts, typesOf(explored));
});

function questionOf(explored: Explored) {
  return {
    query: {
      ...askOf(explored),
      from: (explored.page - 1) * explored.size,
      size: explored.size,
      sort_field: explored.sort,
      sort_order: explored.ascending ? ('asc' as const) : ('desc' as const),
      include_source_fields: SHOWN_FIELDS,
      include_labels: true,
    },
  };
}

export function ExplorePage() {
  const t = useWords(exploreWords);
  const explore = useExplore();
  const { search } = useLocation();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [building, setBuilding] = useState(false);
  const answer = useOperation(searchEntitiesWithQuery, questionOf(explore), { keepPrevious: true });
  const counted = answer.data?.value as JsonObject | undefined;
  const kept = new URLSearchParams(search);
  kept.delete('currentPage');
  return (
    <>
      <h1 className={classes.title}>{t('title')}</h1>
      <TypeTabs explore={explore} search={kept.size > 0 ? `?${kept}` : ''} />
      <div className={classes.page}>
        <aside className={classes.side} aria-label={t('filters')}>
          <Button
            className={classes.toggle}
            variant="default"
            size="xs"
            aria-expanded={filtersOpen}
            leftSection={<ListFilter size={14} aria-hidden />}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {t('filters')}
          </Button>
          <div className={filtersOpen ? undefined : classes.folded}>
            <Facets explore={explore} counted={counted} />
          </div>
        </aside>
        <div className={classes.main} aria-busy={answer.isFetching}>
          <FilterStrip explore={explore} />
          <Async of={answer}>
            {(value) => (
              <Results explore={explore} found={readHits(value as JsonObject)} build={() => setBuilding(true)} />
            )}
          </Async>
        </div>
      </div>
      {building ? (
        <Suspense>
          <QueryBuilder
            given={explore.queryFilter}
            index={EVERYTHING}
            close={() => setBuilding(false)}
            apply={(rules) => {
              setBuilding(false);
              explore.change({ queryFilter: writeRules(rules) });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface ResultsProps {
  explore: Explore;
  found: Hits;
  build(): void;
}

function Results({ explore, found, build }: ResultsProps) {
  const t = useWords(exploreWords);
  const [peeked, setPeeked] = useState<string>();
  const { total, exact, hits } = found;
  const text = explore.text.trim();
  const values = { shown: `${formatNumber(total)}${exact ? '' : '+'}`, count: total, text };
  return (
    <>
      <div className={classes.bar}>
        <p role="status" className={classes.total}>
          {text === '' ? t('results', values) : t('resultsFor', values)}
        </p>
        <Button variant="default" size="xs" leftSection={<SlidersHorizontal size={14} aria-hidden />} onClick={build}>
          {t('advanced')}
        </Button>
        <ExportButton explored={explore} />
        <Select
          size="xs"
          className={classes.sort}
          aria-label={t('sort')}
          allowDeselect={false}
          value={explore.sort}
          onChange={(value) => explore.change({ sort: value ?? '', sortOrder: '' })}
          data={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </div>
      {hits.length === 0 ? (
        <Nothing explore={explore} />
      ) : (
        <ResultList hits={hits} peeked={peeked} peek={(hit) => setPeeked(hit.id)} />
      )}
      <Pages explore={explore} total={total} exact={exact} />
      <Peek hit={hits.find(({ id }) => id === peeked)} close={() => setPeeked(undefined)} />
    </>
  );
}

function Nothing({ explore }: { explore: Explore }) {
  const t = useWords(exploreWords);
  const narrowed = explore.text !== '' || explore.chosen.size > 0 || explore.queryFilter !== '' || explore.type;
  return (
    <Empty icon={SearchX} title={narrowed ? t('nothing') : t('nothingYet')}>
      {narrowed ? t('nothingText') : t('nothingYetText')}
    </Empty>
  );
}

function Pages({ explore, total, exact }: { explore: Explore; total: number; exact: boolean }) {
  const t = useWords(exploreWords);
  const pages = Math.ceil(Math.min(total, DEEPEST) / explore.size);
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <>
      <nav aria-label={t('pages')} className={classes.paging}>
        <Paging
          total={Math.min(total, DEEPEST)}
          size={explore.size}
          page={explore.page}
          go={(page) => {
            explore.change({ currentPage: String(page) });
            window.scrollTo({ top: 0 });
          }}
        />
        <Select
          size="xs"
          className={classes.size}
          aria-label={t('pageSize')}
          allowDeselect={false}
          value={String(explore.size)}
          onChange={(value) => explore.change({ pageSize: value ?? '' })}
          data={PAGE_SIZES.map((count) => ({ value: String(count), label: t('perPage', { count }) }))}
        />
      </nav>
      {!exact && explore.page === pages ? <p className={classes.soft}>{t('deepest')}</p> : null}
    </>
  );
}
