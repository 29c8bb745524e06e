import { getQueryById } from 'cairn/client';
import { addressOf } from '../../data/addresses.js';
import { useSegments } from '../../data/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { ReferenceChip } from '../../entities/fields/chips.js';
import { nameOf } from '../../entities/fields/values.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { governWords } from '../../words/govern.js';
import classes from './govern.module.css';

const FIELDS = 'owners,users,queryUsedIn,tags';

/** One query: its SQL, the assets it reads and who runs it. `/query-view/{asset}/{id}`. */
export function QueryPage() {
  const t = useWords(governWords);
  const segments = useSegments();
  const id = segments.at(-1) ?? '';
  const answer = useOperation(
    getQueryById,
    { params: { id }, query: { fields: FIELDS } },
    { enabled: segments.length > 2 },
  );
  return (
    <Async of={answer}>
      {(query) => (
        <div className={classes.stack}>
          <header className={classes.name}>
            <TypeIcon type="query" size={24} named />
            <h1>{nameOf(query)}</h1>
          </header>
          {query.description ? <p>{query.description}</p> : null}
          <pre className={classes.sql}>{query.query}</pre>
          <div className={classes.panels}>
            <Panel title={t('usedIn')}>
              {(query.queryUsedIn ?? []).length === 0 ? <p className={classes.soft}>{t('nothingUsed')}</p> : null}
              <ul className={classes.lines}>
                {query.queryUsedIn?.map((asset) => (
                  <li key={asset.id} className={classes.line}>
                    <TypeIcon type={asset.type} named />
                    <Link to={addressOf(asset.type, asset.fullyQualifiedName ?? '')} className={classes.linked}>
                      {asset.fullyQualifiedName}
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title={t('owners')}>
              <People of={query.owners} />
            </Panel>
            <Panel title={t('queryUsers')}>
              <People of={query.users} />
              {query.duration === undefined ? null : (
                <p className={classes.soft}>
                  {t('duration')} {t('seconds', { count: formatNumber(query.duration) })}
                </p>
              )}
            </Panel>
          </div>
        </div>
      )}
    </Async>
  );
}

function People({ of = [] }: { of: Parameters<typeof ReferenceChip>[0]['reference'][] | undefined }) {
  const t = useWords(governWords);
  if (of.length === 0) return <p className={classes.soft}>{t('nobody')}</p>;
  return of.map((person) => <ReferenceChip key={person.id} reference={person} />);
}
