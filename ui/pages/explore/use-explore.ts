import { useSearchParams } from 'react-router';
import { useNavigate, useSegments } from '../../data/addresses/use-address.js';
import { queryOf } from '../../entities/conditions/rules.js';
import { EVERYTHING, typeOfTab } from './asset-tabs.js';
import { type Chosen, filterClauses, readQuickFilter, writeQuickFilter } from './filters/quick-filter.js';

export const SORTS = ['_score', 'displayName.keyword', 'updatedAt', 'usageSummary.weeklyStats.count'] as const;
export const PAGE_SIZES = [15, 25, 50, 100] as const;
/** Hits beyond are counted, but not shown. */
export const DEEPEST = 10_000;

/** What the address says of what is searched. */
export interface Explored {
  text: string;
  /** One type, or undefined for all. */
  type: string | undefined;
  chosen: Chosen;
  queryFilter: string;
  sort: string;
  ascending: boolean;
  page: number;
  size: number;
  deleted: boolean;
}

export interface Explore extends Explored {
  /** Changes parameters of the address and goes back to the first page of results. */
  change(next: Readonly<Record<string, string>>): void;
  choose(chosen: Chosen): void;
  openTab(word: string): void;
}

const DEFAULTS: Readonly<Record<string, string>> = {
  sort: '_score',
  currentPage: '1',
  pageSize: '15',
  showDeleted: 'false',
};

export function useExplore(): Explore {
  const [params, setParams] = useSearchParams();
  const [, word] = useSegments();
  const navigate = useNavigate();
  const change = (next: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.delete('currentPage');
        for (const [name, value] of Object.entries(next))
          if (value === '' || value === DEFAULTS[name]) changed.delete(name);
          else changed.set(name, value);
        return changed;
      },
      { preventScrollReset: true },
    );
  return {
    ...readExplored(params, word),
    change,
    choose: (chosen) => change({ quickFilter: writeQuickFilter(chosen) }),
    openTab(tab) {
      const kept = new URLSearchParams(params);
      kept.delete('currentPage');
      const search = kept.toString();
      void navigate(`/explore${tab === '' ? '' : `/${tab}`}${search === '' ? '' : `?${search}`}`, {
        preventScrollReset: true,
      });
    },
  };
}

export function readExplored(params: URLSearchParams, word: string | undefined): Explored {
  const given = params.get('sort') ?? '_score';
  const sort = SORTS.find((one) => one === given) ?? '_score';
  const size = PAGE_SIZES.find((one) => String(one) === params.get('pageSize')) ?? PAGE_SIZES[0];
  const page = Math.trunc(Number(params.get('currentPage') ?? 1));
  return {
    text: params.get('search') ?? '',
    type: typeOfTab(word),
    chosen: readQuickFilter(params.get('quickFilter') ?? ''),
    queryFilter: params.get('queryFilter') ?? '',
    sort,
    ascending: (params.get('sortOrder') ?? (sort === 'displayName.keyword' ? 'asc' : 'desc')) === 'asc',
    page: Math.min(Math.max(1, page || 1), Math.floor(DEEPEST / size)),
    size,
    deleted: params.get('showDeleted') === 'true',
  };
}

/** What all questions about the same search have in common. `except`: without the filter of this field. */
export function askOf(explored: Explored, { except, anyType = false }: { except?: string; anyType?: boolean } = {}) {
  const clauses = filterClauses(explored.chosen, except);
  const more = queryOf(explored.queryFilter);
  if (more) clauses.push(more);
  return {
    q: explored.text.trim() || '*',
    index: (anyType ? undefined : explored.type) ?? EVERYTHING,
    deleted: explored.deleted,
    ...(clauses.length > 0 ? { query_filter: JSON.stringify({ query: { bool: { must: clauses } } }) } : {}),
  };
}
