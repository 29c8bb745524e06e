import { Button, Drawer } from '@mantine/core';
import { type EntityReference, searchEntitiesWithQuery, type TagLabel } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import type { ReactNode } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { type Hit, readHits } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { EntityList } from '../../../entities/entity-list.js';
import { nameOfType } from '../../../entities/registry.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { useThere } from '../../../kit/dialogs/use-there.js';
import { Link } from '../../../kit/link.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import classes from './peek.module.css';
import { Parents } from './result-card.js';

const MOST_COLUMNS = 25;

/** What a hit is, beside the list: enough to know whether its page is worth opening. */
export function Peek({ hit, close }: { hit: Hit | undefined; close(): void }) {
  const t = useWords(exploreWords);
  const isThere = useThere();
  return (
    <Drawer
      opened={hit !== undefined && isThere}
      onClose={close}
      position="right"
      size={420}
      title={hit?.name}
      closeButtonProps={{ 'aria-label': t('closePeek') }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      {hit ? <Content hit={hit} /> : null}
    </Drawer>
  );
}

function Content({ hit }: { hit: Hit }) {
  const t = useWords(exploreWords);
  const query_filter = JSON.stringify({ query: { ids: { values: [hit.id] } } });
  const deleted = hit.source.deleted === true;
  const answer = useOperation(searchEntitiesWithQuery, {
    query: { q: '*', index: hit.type, query_filter, size: 1, deleted, include_aggregations: false },
  });
  return (
    <div className={classes.peek}>
      <div className={classes.line}>
        <TypeIcon type={hit.type} /> {nameOfType(hit.type)}
      </div>
      <Parents source={hit.source} />
      <Button component={Link} to={addressOf(hit.type, hit.fqn)} variant="default" size="xs" className={classes.open}>
        {t('open')}
      </Button>
      <Async of={answer} small>
        {(value) => <Details source={readHits(value as JsonObject).hits[0]?.source ?? hit.source} />}
      </Async>
    </div>
  );
}

function Details({ source }: { source: JsonObject }) {
  const t = useWords(exploreWords);
  const description = String(source.description ?? '');
  const tags = (source.tags ?? []) as TagLabel[];
  const columns = (source.columns ?? []) as { name: string; dataTypeDisplay?: string; dataType?: string }[];
  return (
    <>
      <Part title={t('description')}>
        <p className={description === '' ? classes.soft : classes.text}>{description || t('noDescription')}</p>
      </Part>
      <References title={t('owners')} items={source.owners} />
      <References title={t('domains')} items={source.domains} />
      <References title={t('dataProducts')} items={source.dataProducts} />
      {tags.length > 0 ? (
        <Part title={t('tags')}>
          <div className={classes.tags}>
            {tags.map(({ tagFQN }) => (
              <span key={tagFQN} className={classes.tag}>
                {tagFQN}
              </span>
            ))}
          </div>
        </Part>
      ) : null}
      {columns.length > 0 ? (
        <Part title={t('columns')}>
          <ul className={classes.columns}>
            {columns.slice(0, MOST_COLUMNS).map(({ name, dataTypeDisplay, dataType }) => (
              <li key={name}>
                <span className={classes.column}>{name}</span>
                <span className={classes.type}>{dataTypeDisplay ?? dataType?.toLowerCase()}</span>
              </li>
            ))}
          </ul>
          {columns.length > MOST_COLUMNS ? (
            <p className={classes.soft}>{t('moreColumns', { count: columns.length - MOST_COLUMNS })}</p>
          ) : null}
        </Part>
      ) : null}
    </>
  );
}

function References({ title, items }: { title: string; items: unknown }) {
  const references = (items ?? []) as EntityReference[];
  if (references.length === 0) return null;
  return (
    <Part title={title}>
      <EntityList
        items={references.map(({ type, fullyQualifiedName, displayName, name }) => ({
          type,
          fqn: fullyQualifiedName ?? name ?? '',
          name: displayName || name || '',
        }))}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
