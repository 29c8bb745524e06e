// Rows of things: only those near the window are in the document, headings stay in sight, and every action has a key.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useWords } from '../../words/define-words.js';
import { compareTexts } from '../../words/format.js';
import { kitWords } from '../../words/kit.js';
import { useRest } from '../use-rest.js';
import { Check } from './check.js';
import classes from './grid.module.css';
import { trackOf, useFit } from './use-fit.js';

export interface Column<Row> {
  key: string;
  title: string;
  /** A track of a CSS grid: `minmax(160px, 2fr)`, `120px`. Default: `minmax(0, 1fr)`. */
  width?: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable by what it returns. */
  sort?: (row: Row) => string | number | undefined;
  align?: 'end';
  /** Left out where there is little room. */
  wideOnly?: boolean;
}

export interface TreeRows<Row> {
  depth: (row: Row) => number;
  /** Undefined: nothing is in it. */
  isOpen: (row: Row) => boolean | undefined;
  toggle: (row: Row) => void;
}

export interface GridProps<Row> {
  /** What the rows are, for those who do not see them. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The name of a row, for labels. */
  rowName?: (row: Row) => string;
  /** `-name` sorts backwards; kept by the caller, in the address (`useSearchState`). Default: kept here. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Enter, or a click beside links and buttons. */
  onOpen?: (row: Row) => void;
  /** Keys of the rows that are selected; with `onSelect` each row has a box. */
  selected?: ReadonlySet<string>;
  onSelect?: (keys: ReadonlySet<string>) => void;
  tree?: TreeRows<Row>;
  /** Keys besides those of every grid, for the row that has the focus. */
  keys?: Readonly<Record<string, (row: Row) => void>>;
  /** In place of rows. */
  empty?: ReactNode;
  /** Wider than the page, in a box that scrolls sideways. */
  sideways?: boolean;
  /** The key of a row that is marked and scrolled to. */
  current?: string | undefined;
  /** How many rows there are, where not all of them are loaded. */
  total?: number;
  /** Called when the last of the rows comes into sight. */
  onEnd?: () => void;
}

const AROUND = 12;
/** The column of boxes that select rows. */
const BOX = { width: '36px' };

/** What a row of one line measures, with the edge below it. */
function usualHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) + 1;
}

/** What is drawn first: about what a page leaves for its rows. Once it is known where they begin, others are added before people see it. */
function halfTheWindow() {
  return { width: window.innerWidth, height: window.innerHeight / 2 };
}

export function Grid<Row>(props: GridProps<Row>) {
  const { label, rowKey, onSelect, tree, empty, current } = props;
  const grid = useRef<HTMLDivElement>(null);
  const boxes = onSelect ? [BOX] : [];
  const measured = useFit(grid, [...boxes, ...props.columns]);
  const fit = props.sideways ? 'wide' : measured;
  const columns = useMemo(
    () => (fit === 'narrow' ? props.columns.filter(({ wideOnly }) => !wideOnly) : props.columns),
    [fit, props.columns],
  );
  const [ownSort, setOwnSort] = useState('');
  const sort = props.sort ?? ownSort;
  const rows = useSorted(props.rows, props.columns, sort, tree !== undefined);
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const [active, setActive] = useState(0);
  const [height] = useState(usualHeight);
  const hasRest = useRest();
  // Another function makes it measure all rows again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowKey` depends on nothing but the row
  const getItemKey = useCallback((i: number) => rowKey(rows[i] as Row), [rows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: hasRest ? AROUND : 0,
    scrollMargin: margin,
    getItemKey,
    initialRect: halfTheWindow(),
  });
  // The content above may grow or shrink, but does not while somebody scrolls: asking then would delay each picture.
  useLayoutEffect(() => {
    if (virtual.isScrolling) return;
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const last = virtual.getVirtualItems().at(-1)?.index;
  const { onEnd } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (last !== undefined && last === rows.length - 1) onEnd?.();
  }, [last, rows.length]);
  const at = current === undefined ? -1 : rows.findIndex((row) => rowKey(row) === current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each row that becomes current
  useLayoutEffect(() => {
    if (at < 0) return;
    setActive(at);
    virtual.scrollToIndex(at, { align: 'center' });
  }, [current, at >= 0]);

  const count = useRef(rows.length);
  count.current = rows.length;
  const focusRow = useCallback(
    (index: number) => {
      const to = Math.max(0, Math.min(count.current - 1, index));
      setActive(to);
      virtual.scrollToIndex(to);
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
    },
    [virtual],
  );

  const tracks = [...boxes, ...columns].map((column) => trackOf(column, fit)).join(' ');
  const { rowName, selected, onOpen, keys } = props;
  const shared = { columns, rowKey, rowName, selected, onSelect, onOpen, tree, keys, focusRow };
  return (
    <div
      role={tree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={(props.total ?? rows.length) + 1}
      ref={grid}
      className={classes.grid}
      data-sideways={props.sideways || undefined}
      data-fit={fit}
      style={{ '--tracks': tracks } as React.CSSProperties}
    >
      <Head {...props} columns={columns} rows={rows} sort={sort} onSort={props.onSort ?? setOwnSort} />
      {rows.length === 0 && empty ? (
        <div role="row" className={classes.none}>
          <div role="gridcell">{empty}</div>
        </div>
      ) : null}
      <div ref={body} role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <Line
            key={key}
            {...shared}
            row={rows[index] as Row}
            index={index}
            isActive={index === Math.min(active, rows.length - 1)}
            isCurrent={index === at}
            measure={virtual.measureElement}
            top={start - margin}
            setActive={setActive}
          />
        ))}
      </div>
    </div>
  );
}

function useSorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string, isTree: boolean) {
  return useMemo(() => {
    const by = columns.find(({ key }) => key === sort.replace('-', ''))?.sort;
    if (!by || isTree) return rows;
    const way = sort.startsWith('-') ? -1 : 1;
    const value = (row: Row) => by(row) ?? '';
    return [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      return way * (typeof x === 'number' && typeof y === 'number' ? x - y : compareTexts(String(x), String(y)));
    });
  }, [rows, columns, sort, isTree]);
}

interface HeadProps<Row> extends GridProps<Row> {
  sort: string;
  onSort: (sort: string) => void;
}

function Head<Row>({ columns, rows, rowKey, selected, onSelect, sort, onSort, tree }: HeadProps<Row>) {
  const t = useWords(kitWords);
  const all = rows.length > 0 && selected?.size === rows.length;
  return (
    <div role="row" aria-rowindex={1} className={classes.head}>
      {onSelect ? (
        <div role="columnheader" className={classes.cell}>
          <Check
            label={t('selectAll')}
            checked={all}
            partly={!all && (selected?.size ?? 0) > 0}
            onChange={() => onSelect(new Set(all ? [] : rows.map(rowKey)))}
          />
        </div>
      ) : null}
      {columns.map(({ key, title, sort: by, align }) => {
        const way = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
        const Sign = way === 'descending' ? ArrowDown : ArrowUp;
        return (
          <div key={key} role="columnheader" aria-sort={way} className={classes.cell} data-align={align}>
            {by && !tree ? (
              <button
                type="button"
                className={classes.sort}
                onClick={() => onSort(way === 'ascending' ? `-${key}` : key)}
              >
                {title}
                <Sign size={12} aria-hidden className={way ? undefined : classes.unsorted} />
              </button>
            ) : (
              title
            )}
          </div>
        );
      })}
    </div>
  );
}

/** No more than a row depends on: whatever changes draws all of them again. */
interface LineProps<Row> extends Pick<GridProps<Row>, 'columns' | 'rowKey'> {
  rowName: GridProps<Row>['rowName'] | undefined;
  selected: GridProps<Row>['selected'] | undefined;
  onSelect: GridProps<Row>['onSelect'] | undefined;
  onOpen: GridProps<Row>['onOpen'] | undefined;
  tree: GridProps<Row>['tree'] | undefined;
  keys: GridProps<Row>['keys'] | undefined;
  row: Row;
  index: number;
  isActive: boolean;
  isCurrent: boolean;
  top: number;
  measure: (element: HTMLElement | null) => void;
  focusRow: (index: number) => void;
  setActive: (index: number) => void;
}

function LineOf<Row>(props: LineProps<Row>) {
  const { row, index, columns, rowKey, rowName, selected, onSelect, onOpen, tree, isActive, isCurrent, top } = props;
  const t = useWords(kitWords);
  const key = rowKey(row);
  const isSelected = selected?.has(key) ?? false;
  const toggleSelected = () => onSelect?.(toggled(selected ?? new Set(), key));
  const isOpen = tree?.isOpen(row);
  return (
    <div
      ref={props.measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-level={tree ? tree.depth(row) + 1 : undefined}
      aria-expanded={isOpen}
      aria-selected={onSelect ? isSelected : undefined}
      aria-current={isCurrent || undefined}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      data-opens={onOpen ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => props.setActive(index)}
      onKeyDown={(event) => onRowKey(event, props, toggleSelected)}
      onClick={(event) => {
        if (onOpen && !(event.target as HTMLElement).closest('a, button, input, textarea, [role=dialog], label'))
          onOpen(row);
      }}
    >
      {onSelect ? (
        <div role="gridcell" className={classes.cell}>
          <Check label={t('select', { name: rowName?.(row) ?? key })} checked={isSelected} onChange={toggleSelected} />
        </div>
      ) : null}
      {columns.map(({ key: column, cell, align }, i) => (
        <div key={column} role="gridcell" className={classes.cell} data-align={align}>
          {i === 0 && tree ? <Twist row={row} tree={tree} name={rowName?.(row) ?? key} /> : null}
          {cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Rows that stay in sight while somebody scrolls are not drawn again. */
const Line = memo(LineOf) as typeof LineOf;

function Twist<Row>({ row, tree, name }: { row: Row; tree: TreeRows<Row>; name: string }) {
  const t = useWords(kitWords);
  const isOpen = tree.isOpen(row);
  const Sign = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className={classes.twist} style={{ paddingInlineStart: tree.depth(row) * 20 }}>
      {isOpen === undefined ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'collapse' : 'expand', { name })}
          onClick={() => tree.toggle(row)}
        >
          <Sign size={16} aria-hidden />
        </button>
      )}
    </span>
  );
}

function onRowKey<Row>(event: KeyboardEvent<HTMLElement>, props: LineProps<Row>, toggleSelected: () => void): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const { row, index, focusRow, onOpen, onSelect, tree, keys } = props;
  const isOpen = tree?.isOpen(row);
  const move = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[event.key];
  if (move) focusRow(index + move);
  else if (event.key === 'Home') focusRow(0);
  else if (event.key === 'End') focusRow(Number.POSITIVE_INFINITY);
  else if (event.key === 'Enter' && onOpen) onOpen(row);
  else if ((event.key === ' ' || event.key === 'x') && onSelect) toggleSelected();
  else if ((event.key === 'ArrowRight' && isOpen === false) || (event.key === 'ArrowLeft' && isOpen)) tree?.toggle(row);
  else if (keys?.[event.key]) keys[event.key]?.(row);
  else return;
  event.preventDefault();
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const changed = new Set(keys);
  if (!changed.delete(key)) changed.add(key);
  return changed;
}
