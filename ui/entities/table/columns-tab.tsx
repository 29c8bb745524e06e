import { ActionIcon, Button } from '@mantine/core';
import { getTypeByName } from 'cairn/client';
import { Settings2, Sheet } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { lastWord } from '../../data/addresses/addresses.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { edit } from '../../data/editing/edit.js';
import { stepTo, valueAt } from '../../data/editing/merge.js';
import { useOperation } from '../../data/use-operation.js';
import { FindField } from '../../kit/lists/find-field.js';
import { Grid, type Column as GridColumn } from '../../kit/lists/grid.js';
import { useTree } from '../../kit/lists/use-tree.js';
import { Empty } from '../../kit/states/states.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import { formatNumber } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { TagField } from '../fields/tag-field.js';
import { labels } from '../fields/values.js';
import { propertiesOf, propertiesOfType } from '../frame/properties/property.js';
import { ColumnDescription } from './column-description.js';
import { type Column, keyOfColumn, type Placed, placed, searchTextOf } from './columns.js';
import classes from './columns.module.css';

const ColumnProperties = lazy(() => import('./column-properties.js').then((m) => ({ default: m.ColumnProperties })));

type Node = ReturnType<typeof useTree<Placed>>['rows'][number];

const keyOfNode = ({ key }: Node) => key;
const nameOfNode = ({ item }: Node) => item.column.name;

/** What parts are called, by the last word of their path; others are fields. */
const CALLED = { columns: 'column', mlFeatures: 'feature', tasks: 'task' } as const;

function calledAt(path: string): 'column' | 'field' | 'feature' | 'task' {
  const word = lastWord(path);
  return word in CALLED ? CALLED[word as keyof typeof CALLED] : 'field';
}

/**
 * The tab of the parts at a path of the entity: `/columns`, `/messageSchema/schemaFields`. `describing`: the type that has the custom
 * properties of the parts.
 */
export function partsTab(path: string, describing = ''): ComponentType<EntityView> {
  return (view) => <Parts view={view} path={path} describing={describing} />;
}

/** Columns, fields or other parts, nested ones as a tree, edited in place. */
function Parts({ view, path, describing }: { view: EntityView; path: string; describing: string }) {
  const t = useWords(tableWords);
  const called = calledAt(path);
  const { entity, may } = view;
  const parts = valueAt(entity, path);
  const [text, setText] = useSearchState('columns');
  const [current] = useSearchState('column');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const lastBox = useRef<HTMLElement>(null);
  useFocusBack(selected.size > 0, lastBox);
  const onSelect = useCallback((keys: ReadonlySet<string>) => {
    lastBox.current = document.activeElement as HTMLElement | null;
    select(keys);
  }, []);
  const columns = useMemo(() => placed((Array.isArray(parts) ? parts : []) as Column[], path), [parts, path]);
  const found = useMemo(() => (wanted === '' ? columns : matching(columns, wanted)), [columns, wanted]);
  const { rows, tree } = useTree(
    found,
    ({ children }) => (wanted === '' ? children : undefined),
    ({ column }) => keyOfColumn(column),
  );
  const editable = !entity.deleted;
  const mayDescribe = may('EditDescription') && editable;
  const mayTag = may('EditTags') && editable;

  const type = useOperation(getTypeByName, propertiesOfType(describing), { enabled: describing !== '' });
  const [shown, show] = useState<Placed>();
  const ask = propertiesOf(type.data?.value).length > 0 ? show : undefined;
  const gridColumns = useColumns(view, { mayDescribe, mayTag, called, ask });
  if (columns.length === 0)
    return (
      <Empty icon={Sheet} title={t(`none.${called}`)}>
        {t('noneText')}
      </Empty>
    );
  return (
    <>
      <div className={classes.bar}>
        <FindField className={classes.find} label={t(`find.${called}`)} value={text} onChange={setText} />
        <span className={classes.count} role="status">
          {wanted === ''
            ? t(`count.${called}`, { count: columns.length })
            : t('foundOf', { found: formatNumber(found.length), count: formatNumber(columns.length) })}
        </span>
        {selected.size > 0 && mayTag ? (
          <TagSelected view={view} columns={columns} selected={selected} done={() => select(new Set())} />
        ) : null}
      </div>
      <Grid
        label={t(`parts.${called}`)}
        columns={gridColumns}
        rows={rows}
        rowKey={keyOfNode}
        rowName={nameOfNode}
        current={current || undefined}
        empty={<Empty small title={t('noMatch', { text })} />}
        {...(columns.some(({ children }) => children) ? { tree } : {})}
        {...(mayTag ? { selected, onSelect } : {})}
      />
      <Suspense>
        {shown ? (
          <ColumnProperties
            view={view}
            type={describing}
            path={shown.path}
            title={t('propertiesOf', { name: shown.column.name })}
            close={() => show(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface Allowed {
  mayDescribe: boolean;
  mayTag: boolean;
  called: ReturnType<typeof calledAt>;
  /** Shows the custom properties of a column, if columns have some. */
  ask: ((column: Placed) => void) | undefined;
}

/** The same columns as long as nothing of them changes, so that typing in the filter draws no row again. */
function useColumns(view: EntityView, { mayDescribe, mayTag, called, ask }: Allowed): GridColumn<Node>[] {
  const t = useWords(tableWords);
  const latest = useRef(view);
  latest.current = view;
  return useMemo(() => {
    function change(placedColumn: Placed, field: 'description' | 'tags', value: unknown) {
      const { target, entity } = latest.current;
      const label = t('ofColumn', { what: t(field), name: placedColumn.column.name });
      const steps = stepTo(entity, `${placedColumn.path}/${field}`, value);
      return edit({ ...target, label, keepsText: field === 'description' }, steps);
    }
    return [
      {
        key: 'name',
        title: t(`part.${called}`),
        width: 'minmax(160px, 1.4fr)',
        cell: ({ item }) => <NameOf placed={item} ask={ask} />,
      },
      {
        key: 'type',
        title: t('dataType'),
        width: 'minmax(96px, 0.6fr)',
        wideOnly: true,
        cell: ({ item: { column } }) => <TypeOf column={column} />,
      },
      {
        key: 'description',
        title: t('description'),
        width: 'minmax(160px, 2fr)',
        cell: ({ item }) => (
          <ColumnDescription
            name={item.column.name}
            text={item.column.description ?? ''}
            allowed={mayDescribe}
            save={(typed) => change(item, 'description', typed)}
          />
        ),
      },
      {
        key: 'tags',
        title: t('tags'),
        width: 'minmax(120px, 1fr)',
        wideOnly: true,
        cell: ({ item }) => (
          <TagField
            labels={labels(item.column.tags)}
            allowed={mayTag}
            label={t('tagColumn', { name: item.column.name })}
            save={(tags) => void change(item, 'tags', tags)}
          />
        ),
      },
    ];
  }, [t, mayDescribe, mayTag, called, ask]);
}

/** Adds tags to all chosen columns in one change. */
function TagSelected({
  view,
  columns,
  selected,
  done,
}: {
  view: EntityView;
  columns: readonly Placed[];
  selected: ReadonlySet<string>;
  done(): void;
}) {
  const t = useWords(tableWords);
  const chosen = flat(columns).filter(({ column }) => selected.has(keyOfColumn(column)));
  return (
    <span className={classes.selection}>
      {t('selected', { count: chosen.length })}
      <TagField
        labels={[]}
        allowed
        label={t('tagSelected')}
        save={(added) => {
          const steps = chosen.flatMap(({ column, path }) => {
            const has = labels(column.tags);
            const more = added.filter(({ tagFQN }) => !has.some((one) => one.tagFQN === tagFQN));
            return more.length > 0 ? stepTo(view.entity, `${path}/tags`, [...has, ...more]) : [];
          });
          void edit({ ...view.target, label: t('selected', { count: chosen.length }) }, steps);
          done();
        }}
      />
      <Button size="compact-xs" variant="subtle" onClick={done}>
        {t('clearSelection')}
      </Button>
    </span>
  );
}

function flat(columns: readonly Placed[]): Placed[] {
  return columns.flatMap((one) => [one, ...flat(one.children ?? [])]);
}

function matching(columns: readonly Placed[], wanted: string): Placed[] {
  return flat(columns).filter(({ column }) => searchTextOf(column).includes(wanted));
}

function NameOf({ placed, ask }: { placed: Placed } & Pick<Allowed, 'ask'>) {
  const t = useWords(tableWords);
  const { column } = placed;
  const { name, displayName } = column;
  return (
    <>
      <span className={classes.name}>
        {displayName && displayName !== name ? <span>{displayName}</span> : null}
        <code>{name}</code>
        <span className={classes.below}>
          <TypeOf column={column} />
        </span>
      </span>
      {ask ? (
        <ActionIcon size={24} aria-label={t('propertiesOf', { name })} onClick={() => ask(placed)}>
          <Settings2 size={12} />
        </ActionIcon>
      ) : null}
    </>
  );
}

function TypeOf({ column }: { column: Placed['column'] }) {
  return (
    <span className={classes.type} title={column.dataTypeDisplay}>
      <code>{column.dataTypeDisplay ?? column.dataType?.toLowerCase()}</code>
      {column.constraint && column.constraint !== 'NULL' ? (
        <span className={classes.constraint}>{column.constraint.toLowerCase().replaceAll('_', ' ')}</span>
      ) : null}
    </span>
  );
}
