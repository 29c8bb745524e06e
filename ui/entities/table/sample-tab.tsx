import {
  deleteContainerSampleData,
  deleteFileSampleData,
  deleteTableSampleData,
  deleteTopicSampleData,
  getContainerSampleData,
  getFileSampleData,
  getSearchIndexSampleData,
  getTableSampleData,
  getTopicSampleData,
} from 'cairn/client';
import type { Table } from 'cairn/contract';
import { Rows3, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { cairn } from '../../data/client.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useSideways } from '../../kit/use-sideways.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import { formatNumber } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import classes from './sample.module.css';

type Row = { key: string; cells: readonly unknown[] };

const READ = {
  table: getTableSampleData,
  container: getContainerSampleData,
  file: getFileSampleData,
  topic: getTopicSampleData,
  searchIndex: getSearchIndexSampleData,
} as const;
/** Samples of search indexes cannot be removed. */
const REMOVE = {
  table: deleteTableSampleData,
  container: deleteContainerSampleData,
  file: deleteFileSampleData,
  topic: deleteTopicSampleData,
} as const;

const isKey = <T extends object>(key: PropertyKey, of: T): key is keyof T => Object.hasOwn(of, key);

/** Rows of tables and files, messages of topics, documents of search indexes. */
export function SampleTab(view: EntityView) {
  const { type, entity } = view;
  const operation = isKey(type, READ) ? READ[type] : READ.table;
  const answer = useOperation<(typeof READ)[keyof typeof READ]>(operation, { params: { id: entity.id } });
  return (
    <Async of={answer}>
      {({ sampleData }) => {
        if (sampleData && 'messages' in sampleData && sampleData.messages?.length)
          return (
            <>
              <RemoveButton view={view} />
              <Messages texts={sampleData.messages} />
            </>
          );
        const rows = sampleData && 'rows' in sampleData ? sampleData : undefined;
        if (!rows?.rows?.length) return <NoSample isTable={type === 'table'} />;
        return (
          <>
            <RemoveButton view={view} />
            <Sample data={rows} />
          </>
        );
      }}
    </Async>
  );
}

function NoSample({ isTable }: { isTable: boolean }) {
  const t = useWords(tableWords);
  return (
    <Empty icon={Rows3} title={t('noSample')}>
      {t(isTable ? 'noSampleText' : 'noSampleOf')}
    </Empty>
  );
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
          width: widthOf(name, i, rows, i === names.length - 1),
          cell: ({ cells }) => <span className={classes.value}>{shown(cells[i])}</span>,
          sort: ({ cells }) => (typeof cells[i] === 'number' ? cells[i] : shown(cells[i])),
        }),
      ),
    [names, rows],
  );
  const line = useSideways<HTMLElement>(undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
    <section ref={line} className={classes.wide} tabIndex={0} aria-label={t('sampleData')}>
      <Grid label={t('sampleData')} columns={columns} rows={rows} rowKey={({ key }) => key} sideways />
    </section>
  );
}

const LOOKED_AT = 50;
const LETTER = 8;
const [NARROWEST, WIDEST] = [72, 280];

/** As much as the longest of the first values needs, in pixels; the last column takes what is left. */
function widthOf(name: string, at: number, rows: readonly Row[], isLast: boolean): string {
  const texts = rows.slice(0, LOOKED_AT).map(({ cells }) => shown(cells[at]));
  const longest = Math.max(name.length + 2, ...texts.map(({ length }) => length));
  const width = Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER));
  return isLast ? `minmax(${width}px, 1fr)` : `${width}px`;
}

function Messages({ texts }: { texts: readonly string[] }) {
  const t = useWords(tableWords);
  return (
    <ol className={classes.messages}>
      {texts.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name
        <li key={i}>
          <div className={classes.number}>{t('message', { number: formatNumber(i + 1) })}</div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard */}
          <pre className={classes.message} tabIndex={0}>
            {indented(text)}
          </pre>
        </li>
      ))}
    </ol>
  );
}

function RemoveButton({ view: { type, entity, may } }: { view: EntityView }) {
  const t = useWords(tableWords);
  if (!isKey(type, REMOVE) || entity.deleted || !may('EditSampleData')) return null;
  async function remove() {
    if (!isKey(type, REMOVE)) return;
    await cairn.call<(typeof REMOVE)[keyof typeof REMOVE]>(REMOVE[type], { params: { id: entity.id } });
    await refresh(READ[type]);
  }
  return (
    <div className={classes.bar}>
      <AskButton label={t('removeSample')} icon={Trash2} title={t('removeSampleTitle')} run={remove}>
        {t('removeSampleText')}
      </AskButton>
    </div>
  );
}

/** JSON on lines of its own; other texts as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
