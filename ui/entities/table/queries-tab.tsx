import { listQueries } from 'cairn/client';
import { FileText } from 'lucide-react';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { plainText } from '../../kit/markdown.js';
import { Async, Empty } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo } from '../../words/format.js';
import { tableWords } from '../../words/table.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import classes from './columns.module.css';

export function QueriesTab({ entity }: EntityView) {
  const t = useWords(tableWords);
  const answer = useOperation(listQueries, { query: { entityId: entity.id, fields: 'votes,queryUsedIn', limit: 100 } });
  return (
    <Async of={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty icon={FileText} title={t('noQueries')}>
            {t('noQueriesText')}
          </Empty>
        ) : (
          <div className={classes.queries}>
            {data.map((query) => (
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
          </div>
        )
      }
    </Async>
  );
}
