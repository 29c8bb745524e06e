import { useDebouncedValue } from '@mantine/hooks';
import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { isAnswered, useOperation } from './use-operation.js';

/** What a search found, as lists show it. */
export interface Hit {
  id: string;
  type: string;
  name: string;
  fqn: string;
  /** All fields that the search returned. */
  source: JsonObject;
  /** Pieces of fields with what matched, by field. */
  highlight: Readonly<Record<string, readonly string[]>>;
}

export interface Hits {
  total: number;
  /** False: there are more than `total`. */
  exact: boolean;
  hits: Hit[];
}

interface Found {
  total?: { value?: number; relation?: string };
  hits?: { _source?: JsonObject; highlight?: Record<string, string[]> }[];
}

/** Reads the answer of `search/query`. */
export function readHits(answer: JsonObject): Hits {
  const found = answer.hits as Found | undefined;
  return {
    total: found?.total?.value ?? 0,
    exact: found?.total?.relation !== 'gte',
    hits: (found?.hits ?? []).flatMap(({ _source: source, highlight = {} }) => {
      if (!source) return [];
      const { id, entityType, name, displayName, fullyQualifiedName } = source;
      return [
        {
          id: String(id),
          type: String(entityType),
          name: String(displayName || name),
          fqn: String(fullyQualifiedName ?? name),
          source,
          highlight,
        },
      ];
    }),
  };
}

export interface Bucket {
  /** As it is written. Filters do not distinguish case. */
  value: string;
  count: number;
}

/** What the hits have in a field, the most frequent first; nothing where the answer did not count it. */
export function readBuckets(answer: JsonObject, field: string): Bucket[] {
  const all = (answer.aggregations ?? {}) as Record<
    string,
    { buckets?: { key: unknown; label?: unknown; doc_count: number }[] }
  >;
  const found = all[`sterms#${field}`] ?? all[field];
  return (found?.buckets ?? []).map(({ key, label, doc_count }) => ({ value: String(label ?? key), count: doc_count }));
}

/** A text as part of a pattern that means just that. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\*?]/g, '\\$&');

const SHOWN = 'id,entityType,name,displayName,fullyQualifiedName';

export interface TypedAhead {
  /** Of an earlier text until those of this one are there. */
  hits: Hit[];
  /** Whether the hits are those of the whole text. */
  isCurrent: boolean;
}

interface Ahead {
  /** Of which things; default: all that people search for. */
  index?: string;
  size?: number;
  /** The query that hits must fulfil besides. */
  filter?: JsonObject | undefined;
}

/** The best hits for what is being typed. */
export function useTypeAhead(text: string, { index = 'all', size = 8, filter }: Ahead = {}): TypedAhead {
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, 120);
  const answer = useOperation(
    searchEntitiesWithQuery,
    {
      query: {
        q: asked,
        index,
        size,
        include_source_fields: SHOWN,
        track_total_hits: false,
        include_aggregations: false,
        ...(filter ? { query_filter: JSON.stringify({ query: filter }) } : {}),
      },
    },
    { enabled: asked !== '', keepPrevious: true },
  );
  const hits = asked !== '' && answer.data ? readHits(answer.data.value as JsonObject).hits : [];
  return { hits, isCurrent: asked === typed && (asked === '' || isAnswered(answer)) };
}
