import { getTableSampleData } from 'cairn/client';
import type { Table } from 'cairn/contract';
import { Rows3 } from 'lucide-react';
import { useMemo } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import type { EntityView } from '../entity-page.js';
import classes from './sample.module.css';

type Row = { key: string; cells: readonly unknown[] };

export function SampleTab({ entity }: EntityView) {
  const answer = useOperation(getTableSampleData, { params: { id: entity.id } });
  return <Async of={answer}>{({ sampleData }) => <Sample data={sampleData} />}</Async>;
}

function Sample({ data }: { data: Table['sampleData'] }) {
  const t = useWords(tableWords);
  const names = data?.columns ?? [];
  const rows = useMemo(() => (data?.rows ?? []).map((cells, i): Row => ({ key: String(i), cells })), [data]);
  const columns = useMemo(
    () =>
      names.map(
        (name, i): Column<Row> => ({
          key: name,
          title: name,
          width: 'minmax(120px, 240px)',
          cell: ({ cells }) => <span className={classes.value}>{shown(cells[i])}</span>,
          sort: ({ cells }) => (typeof cells[i] === 'number' ? cells[i] : shown(cells[i])),
        }),
      ),
    [names],
  );
  if (rows.length === 0)
    return (
      <Empty icon={Rows3} title={t('noSample')}>
        {t('noSampleText')}
      </Empty>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys
    <section className={classes.wide} tabIndex={0} aria-label={t('sampleData')}>
      <Grid label={t('sampleData')} columns={columns} rows={rows} rowKey={({ key }) => key} sideways />
    </section>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
