import { useDebouncedValue } from '@mantine/hooks';
import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { useState } from 'react';
import { addressOf } from '../data/addresses/addresses.js';
import { useNavigate, useSearchState } from '../data/addresses/use-address.js';
import { escapePattern, readHits } from '../data/search.js';
import { useOperation } from '../data/use-operation.js';
import { prefetchPages, usePages } from '../data/use-pages.js';
import { Link } from '../kit/link.js';
import { FindField } from '../kit/lists/find-field.js';
import { type Column, Grid, type GridProps } from '../kit/lists/grid.js';
import { MoreButton } from '../kit/lists/more-button.js';
import { PagedGrid } from '../kit/lists/paged-grid.js';
import { Async, Empty } from '../kit/states/states.js';
import { plainText } from '../kit/texts/markdown.js';
import { useWords } from '../words/define-words.js';
import { contentsWords } from '../words/entities/contents.js';
import classes from './contents.module.css';
import { entityOperations } from './entity-operations.js';
import type { Entity, TabPage } from './entity-page.js';
import { ReferenceChips } from './fields/chips.js';
import { nameOf, references } from './fields/values.js';
import { TypeIcon } from './type-icon.js';

interface Contents {
  /** Type and collection of what is listed. */
  type: string;
  path: string;
  /** The parameter of its list that names the container: `databaseSchema`. */
  parameter: string;
}

/** A list of tables has all their columns. */
const SIZE = 50;

/** The tab with the contents of an entity, such as the tables of a schema. */
export function contentsTab(contents: Contents): TabPage {
  const Tab: TabPage = ({ entity }) => <ContentsList key={entity.id} contents={contents} container={entity} />;
  Tab.ahead = (fqn) => prefetchPages(...listOf(contents, fqn), SIZE);
  return Tab;
}

function listOf({ path, parameter }: Contents, fqn: string) {
  return [entityOperations(path).list, { query: { [parameter]: fqn, fields: 'owners' } }] as const;
}

function ContentsList({ contents, container }: { contents: Contents; container: Entity }) {
  const t = useWords(contentsWords);
  const navigate = useNavigate();
  const [text, setText] = useSearchState('find');
  const { type } = contents;
  const pages = usePages(...listOf(contents, container.fullyQualifiedName), SIZE);
  const grid = {
    label: t('contents'),
    columns: columnsOf(type, t),
    rowKey: ({ id }: Entity) => id,
    rowName: nameOf,
    onOpen: (one: Entity) => void navigate(addressOf(type, one.fullyQualifiedName)),
  };
  return (
    <>
      {(pages.total ?? 0) > SIZE || text !== '' ? (
        <FindField small className={classes.find} label={t('find')} value={text} onChange={setText} />
      ) : null}
      {text.trim() === '' ? (
        <PagedGrid {...grid} of={pages} empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>} />
      ) : (
        <FoundContents {...grid} contents={contents} container={container} text={text} />
      )}
    </>
  );
}

interface FoundProps extends Omit<GridProps<Entity>, 'rows' | 'empty'> {
  contents: Contents;
  container: Entity;
  text: string;
}

/** Those whose name contains a text. The list has no such filter, but search has. */
function FoundContents({ contents: { type, parameter }, container, text, ...grid }: FoundProps) {
  const t = useWords(contentsWords);
  const [size, setSize] = useState(SIZE);
  const [asked] = useDebouncedValue(text.trim(), 120);
  const filter = { bool: { must: [{ term: { [`${parameter}.id`]: container.id } }, namesWith(asked)] } };
  const answer = useOperation(
    searchEntitiesWithQuery,
    {
      query: {
        ...{ q: '*', index: type, size, sort_field: 'name.keyword', sort_order: 'asc' },
        ...{ include_source_fields: FIELDS, include_aggregations: false, track_total_hits: true },
        query_filter: JSON.stringify({ query: filter }),
      },
    },
    { keepPrevious: true },
  );
  return (
    <Async of={answer}>
      {(value) => {
        const { hits, total } = readHits(value as JsonObject);
        const rows = hits.map(({ source }) => source as Entity);
        return (
          <>
            <p role="status" className={classes.soft}>
              {total === 0 ? t('noneFound') : t('found', { count: total })}
            </p>
            {rows.length > 0 ? <Grid {...grid} rows={rows} total={total} /> : null}
            <MoreButton mt="sm" total={total} shown={rows.length} load={() => setSize(size + SIZE)} />
          </>
        );
      }}
    </Async>
  );
}

const FIELDS = 'id,name,displayName,fullyQualifiedName,description,owners';

function namesWith(text: string): JsonObject {
  const value = `*${escapePattern(text)}*`;
  const fields = ['name.keyword', 'displayName.keyword'];
  return { bool: { should: fields.map((field) => ({ wildcard: { [field]: { value, case_insensitive: true } } })) } };
}

function columnsOf(type: string, t: (key: 'name' | 'description' | 'owners') => string): Column<Entity>[] {
  return [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(160px, 1fr)',
      sort: nameOf,
      cell: (one) => (
        <>
          <TypeIcon type={type} />
          <Link to={addressOf(type, one.fullyQualifiedName)}>{nameOf(one)}</Link>
        </>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(160px, 2fr)',
      cell: ({ description }) => plainText(String(description ?? '')).slice(0, 200),
    },
    {
      key: 'owners',
      title: t('owners'),
      width: 'minmax(120px, 0.8fr)',
      wideOnly: true,
      cell: (one) => <ReferenceChips references={references(one, 'owners')} most={2} />,
    },
  ];
}
