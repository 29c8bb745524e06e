import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getColumnGrid } from 'cairn/client';
import { Sheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import cells from '../../kit/lists/cells.module.css';
import { FindField } from '../../kit/lists/find-field.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { Async, Empty } from '../../kit/states/states.js';
import { plainText } from '../../kit/texts/markdown.js';
import { columnWords } from '../../words/columns.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import classes from './columns.module.css';
import { type Named, STATES } from './named-columns.js';

const ColumnDialog = lazy(() => import('./column-dialog.js').then((m) => ({ default: m.ColumnDialog })));

const PAGE = 200;
const TONES = { MISSING: 'fail', INCOMPLETE: 'warn', INCONSISTENT: 'warn', COMPLETE: 'ok' } as const satisfies Record<
  (typeof STATES)[number],
  Tone
>;

/** The names of all columns of the catalog, and where columns of one name are described differently. */
export function ColumnsPage() {
  const t = useWords(columnWords);
  const [text, setText] = useSearchState('q');
  const [state, setState] = useSearchState('state');
  const [open, setOpen] = useSearchState('column');
  const [asked] = useDebouncedValue(text.trim(), 250);
  const [size, setSize] = useState(PAGE);
  const metadataStatus = STATES.find((one) => one === state);
  const query = {
    size,
    occurrences: 0,
    ...(asked ? { columnNamePattern: asked } : {}),
    ...(metadataStatus ? { metadataStatus } : {}),
  };
  const answer = useOperation(getColumnGrid, { query }, { keepPrevious: true });
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={classes.soft}>{t('about')}</p>
      <div className={classes.filters}>
        <FindField label={t('find')} value={text} onChange={setText} />
        <NativeSelect
          aria-label={t('state')}
          value={metadataStatus ?? ''}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
          data={[
            { value: '', label: t('anyState') },
            ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      </div>
      <Async of={answer}>
        {({ columns, totalUniqueColumns, totalOccurrences }) =>
          columns.length === 0 ? (
            <Empty icon={Sheet} title={t(asked || metadataStatus ? 'noneFound' : 'none')}>
              {asked || metadataStatus ? null : t('noneText')}
            </Empty>
          ) : (
            <>
              <p role="status" className={classes.count}>
                {t('foundIn', {
                  names: t('found', { count: totalUniqueColumns }),
                  columns: formatNumber(totalOccurrences),
                })}
              </p>
              <Names rows={columns} open={(name) => setOpen(name, { push: true })} />
              <MoreButton total={totalUniqueColumns} shown={columns.length} load={() => setSize(size + PAGE)} mt="sm" />
            </>
          )
        }
      </Async>
      {open ? (
        <Suspense>
          <ColumnDialog key={open} name={open} close={() => setOpen('')} />
        </Suspense>
      ) : null}
    </>
  );
}

function Names({ rows, open }: { rows: readonly Named[]; open(name: string): void }) {
  const t = useWords(columnWords);
  const columns: Column<Named>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(130px, 2fr)',
      cell: ({ columnName }) => (
        <button type="button" className={classes.name} onClick={() => open(columnName)}>
          {columnName}
        </button>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      width: '124px',
      cell: ({ metadataStatus: one }) => (one ? <StateMark tone={TONES[one]}>{t(`state.${one}`)}</StateMark> : null),
    },
    {
      key: 'places',
      title: t('places'),
      width: '84px',
      align: 'end',
      wideOnly: true,
      cell: ({ totalOccurrences }) => formatNumber(totalOccurrences),
    },
    { key: 'types', title: t('types'), width: 'minmax(0, 1fr)', wideOnly: true, cell: typesOf },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(0, 4fr)',
      wideOnly: true,
      cell: ({ groups }) => (
        <span className={cells.cut}>
          {groups.length > 1
            ? t('variants', { count: groups.length })
            : plainText(groups[0]?.description ?? '').slice(0, 200)}
        </span>
      ),
    },
  ];
  return (
    <Grid
      label={t('title')}
      rows={rows}
      columns={columns}
      rowKey={({ columnName }) => columnName}
      rowName={({ columnName }) => columnName}
      onOpen={({ columnName }) => open(columnName)}
    />
  );
}

function typesOf({ groups }: Named) {
  return <span className={cells.cut}>{[...new Set(groups.map(({ dataType }) => dataType))].join(', ')}</span>;
}
