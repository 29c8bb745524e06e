import { Button } from '@mantine/core';
import type { ClientError } from 'cairn/client';
import type { ReactNode } from 'react';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { kitWords } from '../../words/kit.js';
import { Failed, Loading } from '../states/states.js';
import { Grid, type GridProps } from './grid.js';

/** What `usePages` returns. */
interface Pages<Row> {
  rows: readonly Row[];
  total: number | undefined;
  error: ClientError | null;
  hasMore: boolean;
  isComing: boolean;
  more(): void;
  refetch(): unknown;
}

/** What shows a list page by page, once the first page is there. */
export function Listed({ of, children }: { of: Omit<Pages<unknown>, 'rows'>; children: ReactNode }) {
  if (of.total !== undefined) return children;
  return of.error ? <Failed error={of.error} retry={of.refetch} /> : <Loading />;
}

interface Props<Row> extends Omit<GridProps<Row>, 'rows' | 'onEnd' | 'empty'> {
  of: Pages<Row>;
  /** In place of the grid where the list is empty. */
  empty: ReactNode;
}

/** A grid of a list of any length, loaded as it is scrolled; it can be sorted once all of it is there. */
export function PagedGrid<Row>({ of, empty, columns, ...grid }: Props<Row>) {
  const t = useWords(kitWords);
  const { rows, total, error, hasMore, isComing } = of;
  if (total === undefined) return <Listed of={of}>{null}</Listed>;
  if (rows.length === 0) return empty;
  const shown = hasMore ? columns.map(({ sort: _, ...column }) => column) : columns;
  return (
    <>
      <Grid {...grid} rows={rows} columns={shown} total={total} onEnd={of.more} />
      {hasMore ? (
        <Button mt="sm" variant="default" size="xs" loading={isComing} onClick={of.more}>
          {t('moreOf', { shown: formatNumber(rows.length), total: formatNumber(total) })}
        </Button>
      ) : null}
      {error ? <Failed error={error} retry={of.more} small /> : null}
    </>
  );
}
