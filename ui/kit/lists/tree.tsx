// A tree by the authoring practices: one stop for Tab, arrows move, Enter opens. Only rows near the window are in the document.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './tree.module.css';

export interface TreeRow {
  key: string;
  label: string;
  depth: number;
  /** Undefined: nothing is in it. */
  open?: boolean | undefined;
  icon?: ReactNode;
  /** At the end of the row: a number. */
  note?: ReactNode;
  /** A placeholder for further rows, which `onMore` loads when it becomes visible. */
  isMore?: boolean;
}

export interface TreeProps {
  label: string;
  /** Those that are shown, each behind what contains it. */
  rows: readonly TreeRow[];
  selected?: string | undefined;
  onSelect: (key: string) => void;
  onToggle?: (key: string) => void;
  onMore?: (key: string) => void;
}

const ROW = 32;
const AROUND = 10;

export function Tree({ label, rows, selected, onSelect, onToggle, onMore }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: AROUND,
  });
  const indexOf = (key: string | undefined) => rows.findIndex((row) => row.key === key);
  const at = Math.max(0, indexOf(active) >= 0 ? indexOf(active) : indexOf(selected));
  const chosen = indexOf(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each row that becomes selected
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: 'auto' });
  }, [selected, chosen >= 0]);

  const seen = virtual.getVirtualItems().filter(({ index }) => rows[index]?.isMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that comes into sight
  useEffect(() => {
    for (const { index } of seen) {
      const { key = '' } = rows[index] ?? {};
      if (key === active) focus(index - 1); // the placeholder is replaced by the rows that were loaded
      onMore?.(key);
    }
  }, [seen.map(({ index }) => index).join(' '), rows.length]);

  function focus(index: number) {
    const row = rows[index];
    if (!row) return;
    setActive(row.key);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: () => (row.open === false ? onToggle?.(row.key) : row.open && focus(at + 1)),
      ArrowLeft: () => (row.open ? onToggle?.(row.key) : focus(containerOf(rows, at))),
      Enter: () => onSelect(row.key),
      ' ': () => onSelect(row.key),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <div ref={box} className={classes.box}>
      <div
        role="tree"
        aria-label={label}
        className={classes.tree}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <Line
              key={row.key}
              row={row}
              index={index}
              top={start}
              isActive={index === at}
              isSelected={row.key === selected}
              select={() => {
                setActive(row.key);
                onSelect(row.key);
              }}
              toggle={() => onToggle?.(row.key)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface LineProps {
  row: TreeRow;
  index: number;
  top: number;
  isActive: boolean;
  isSelected: boolean;
  select: () => void;
  toggle: () => void;
}

function Line({ row, index, top, isActive, isSelected, select, toggle }: LineProps) {
  const Sign = row.open ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
    <div
      role="treeitem"
      data-index={index}
      aria-level={row.depth + 1}
      aria-expanded={row.open}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 4 + row.depth * 16 }}
      onClick={select}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrows do the same */}
      <span
        className={classes.twist}
        onClick={(event) => {
          if (row.open === undefined) return;
          event.stopPropagation();
          toggle();
        }}
      >
        {row.open === undefined ? null : <Sign size={14} aria-hidden />}
      </span>
      {row.icon}
      <span className={classes.label}>{row.label}</span>
      {row.note === undefined ? null : <span className={classes.note}>{row.note}</span>}
    </div>
  );
}

/** The nearest row above that lies less deep. */
function containerOf(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let i = index - 1; i >= 0; i--) if ((rows[i]?.depth ?? 0) < depth) return i;
  return index;
}
