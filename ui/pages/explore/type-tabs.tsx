import { getEntityTypeCounts } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { readBuckets } from '../../data/search.js';
import { useOperation } from '../../data/use-operation.js';
import { namesOfType } from '../../entities/registry.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { Link } from '../../kit/link.js';
import { useSideways } from '../../kit/use-sideways.js';
import { useWords } from '../../words/define-words.js';
import { exploreWords } from '../../words/explore.js';
import { formatNumber } from '../../words/format.js';
import { orderOfType, tabOfType } from './asset-tabs.js';
import classes from './explore.module.css';
import { askOf, type Explore, type Explored } from './use-explore.js';

export function typesOf(explored: Explored) {
  return { query: askOf(explored, { anyType: true }) };
}

/** A link for each type that has hits, with their number. */
export function TypeTabs({ explore, search }: { explore: Explore; search: string }) {
  const t = useWords(exploreWords);
  const answer = useOperation(getEntityTypeCounts, typesOf(explore), { keepPrevious: true });
  const found = answer.data ? readBuckets(answer.data.value as JsonObject, 'entityType') : [];
  const open = explore.type;
  const missing = open && !found.some(({ value }) => value === open) ? [{ value: open, count: 0 }] : [];
  const types = [...found, ...missing].sort((a, b) => orderOfType(a.value) - orderOfType(b.value));
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const line = useSideways<HTMLElement>(`${open} ${types.length}`);
  return (
    <nav ref={line} aria-label={t('tabs')} className={classes.tabs}>
      <Link to={`/explore${search}`} aria-current={open === undefined ? 'page' : undefined}>
        {t('everything')} <Count value={all} known={answer.data !== undefined} />
      </Link>
      {types.map(({ value, count }) => (
        <Link
          key={value}
          to={`/explore/${tabOfType(value)}${search}`}
          aria-current={open === value ? 'page' : undefined}
        >
          <TypeIcon type={value} size={14} /> {namesOfType(value)}{' '}
          <Count value={count} known={answer.data !== undefined} />
        </Link>
      ))}
    </nav>
  );
}

function Count({ value, known }: { value: number; known: boolean }) {
  return <span className={classes.count}>{known ? formatNumber(value) : ''}</span>;
}
