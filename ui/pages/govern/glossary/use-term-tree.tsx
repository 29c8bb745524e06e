import { useQueries } from '@tanstack/react-query';
import { listGlossaries, listGlossaryTerms } from 'cairn/client';
import { useEffect, useState } from 'react';
import { containersOfFqn } from '../../../data/addresses/fqn.js';
import { queryClient } from '../../../data/query-client.js';
import { operationQuery } from '../../../data/use-operation.js';
import { usePages } from '../../../data/use-pages.js';
import { nameOf } from '../../../entities/fields/values.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import type { TreeRow } from '../../../kit/lists/tree.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import { glossaryType, termType } from '../types.js';

/** Number of children that are loaded at once; a placeholder row after them loads more when it becomes visible. */
const PIECE = 500;
const MORE = '\u0000more ';

/** Pages of the children of each open node: the cursors that were asked for. */
type Opened = ReadonlyMap<string, readonly (string | undefined)[]>;

export const ALL_GLOSSARIES = [listGlossaries, { query: { fields: 'termCount' } }] as const;

/** Glossaries and their terms as rows, loaded as they are opened. */
export function useTermTree(open: string | undefined) {
  const t = useWords(governWords);
  const glossaries = usePages(...ALL_GLOSSARIES);
  const [opened, setOpened] = useState<Opened>(new Map());
  // What is opened by an address is in sight, also if it was added just now.
  useEffect(() => {
    const closed = containersOfFqn(open ?? '');
    setOpened((now) =>
      closed.every((fqn) => now.has(fqn)) ? now : new Map([...closed.map((fqn) => [fqn, FIRST] as const), ...now]),
    );
  }, [open]);
  const asked = [...opened].flatMap(([fqn, cursors]) => cursors.map((after) => ({ fqn, after })));
  const pages = useQueries(
    {
      queries: asked.map(({ fqn, after }) =>
        operationQuery(listGlossaryTerms, {
          query: {
            directChildrenOf: fqn,
            fields: 'childrenCount',
            limit: PIECE,
            ...(after === undefined ? {} : { after }),
          },
        }),
      ),
    },
    queryClient,
  );
  const rows: TreeRow[] = [];
  const icon = <TypeIcon type={termType.type} size={14} />;
  const cursorsAfter = new Map<string, string>();
  const addChildren = (fqn: string, depth: number) => {
    asked.forEach(({ fqn: of }, i) => {
      if (of !== fqn) return;
      const page = pages[i]?.data?.value;
      for (const term of page?.data ?? []) {
        const key = term.fullyQualifiedName ?? term.name;
        const isOpen = opened.has(key);
        rows.push({
          key,
          label: nameOf(term),
          depth,
          open: (term.childrenCount ?? 0) > 0 ? isOpen : undefined,
          icon,
        });
        if (isOpen) addChildren(key, depth + 1);
      }
      const next = page?.paging.after;
      if (next !== undefined && !opened.get(fqn)?.includes(next)) {
        cursorsAfter.set(fqn, next);
        rows.push({ key: `${MORE}${fqn}`, label: t('moreOf'), depth, isMore: true });
      }
    });
  };
  for (const glossary of glossaries.rows) {
    const key = glossary.fullyQualifiedName ?? glossary.name;
    const count = glossary.termCount ?? 0;
    rows.push({
      key,
      label: nameOf(glossary),
      depth: 0,
      open: count > 0 ? opened.has(key) : undefined,
      icon: <TypeIcon type={glossaryType.type} size={14} />,
      note: formatNumber(count),
    });
    if (opened.has(key)) addChildren(key, 1);
  }
  if (glossaries.hasMore) rows.push({ key: MORE, label: t('moreOf'), depth: 0, isMore: true });
  return {
    glossaries,
    rows,
    toggle(key: string) {
      const changed = new Map(opened);
      if (!changed.delete(key)) changed.set(key, FIRST);
      setOpened(changed);
    },
    /** Loads the rows behind a placeholder row (`isMore`). */
    loadMore(key: string) {
      const fqn = key.slice(MORE.length);
      if (fqn === '') return glossaries.more();
      const next = cursorsAfter.get(fqn);
      if (next !== undefined) setOpened(new Map([...opened, [fqn, [...(opened.get(fqn) ?? FIRST), next]]]));
    },
  };
}

const FIRST: readonly undefined[] = [undefined];
