import { Button } from '@mantine/core';
import { listQueries } from 'cairn/client';
import { FileText, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../data/rights.js';
import { usePages } from '../../data/use-pages.js';
import { Link } from '../../kit/link.js';
import { Listed } from '../../kit/lists/paged-grid.js';
import { Empty } from '../../kit/states/states.js';
import { plainText } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import { formatAgo } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import classes from './columns.module.css';

const AddQueryDialog = lazy(() => import('./add-query-dialog.js').then((m) => ({ default: m.AddQueryDialog })));

const SIZE = 50;

export function QueriesTab({ entity }: EntityView) {
  const t = useWords(tableWords);
  const mayCreate = useMay('query', 'Create') !== 'no' && entity.deleted !== true;
  const [adding, setAdding] = useState(false);
  const pages = usePages(listQueries, { query: { entityId: entity.id, fields: 'votes,queryUsedIn' } }, SIZE);
  const add = mayCreate ? (
    <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addQuery')}
    </Button>
  ) : null;
  return (
    <>
      <Listed of={pages}>
        {pages.rows.length === 0 ? (
          <Empty icon={FileText} title={t('noQueries')} action={add}>
            {t('noQueriesText')}
          </Empty>
        ) : (
          <div className={classes.queries}>
            {add ? <div>{add}</div> : null}
            {pages.rows.map((query) => (
              <section key={query.id} className={classes.query}>
                <h2>
                  <Link to={`/query-view/${encodeURIComponent(entity.fullyQualifiedName)}/${query.id}`}>
                    {nameOf(query)}
                  </Link>
                </h2>
                {query.description ? <p>{plainText(query.description)}</p> : null}
                <pre className={classes.sql}>
                  <code>{query.query}</code>
                </pre>
                <span className={classes.soft}>
                  {query.updatedAt ? formatAgo(query.updatedAt) : null} ·{' '}
                  {t('usedBy', { count: query.votes?.upVotes ?? 0 })}
                </span>
              </section>
            ))}
            {pages.hasMore ? (
              <Button variant="default" size="xs" loading={pages.isComing} onClick={pages.more}>
                {t('moreQueries')}
              </Button>
            ) : null}
          </div>
        )}
      </Listed>
      <Suspense>{adding ? <AddQueryDialog entity={entity} close={() => setAdding(false)} /> : null}</Suspense>
    </>
  );
}
