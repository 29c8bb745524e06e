import { searchEntitiesWithQuery } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { useOperation } from './use-operation.js';

/** What a search found, as lists show it. */
export interface Hit {
  id: string;
  type: string;
  name: string;
  fqn: string;
  /** All fields that the search returned. */
  source: JsonObject;
}

export interface Hits {
  total: number;
  hits: Hit[];
}

/** Reads the answer of `search/query`. */
export function readHits(answer: JsonObject): Hits {
  const found = answer.hits as { total?: { value?: number }; hits?: { _source?: JsonObject }[] } | undefined;
  return {
    total: found?.total?.value ?? 0,
    hits: (found?.hits ?? []).flatMap(({ _source: source }) => {
      if (!source) return [];
      const { id, entityType, name, displayName, fullyQualifiedName } = source;
      return [
        {
          id: String(id),
          type: String(entityType),
          name: String(displayName || name),
          fqn: String(fullyQualifiedName ?? name),
          source,
        },
      ];
    }),
  };
}

const SHOWN = 'id,entityType,name,displayName,fullyQualifiedName';

/** The best hits for what is being typed. `index`: of which things; default: all that people search for. */
export function useTypeAhead(text: string, { index = 'all', size = 8 } = {}): { hits: Hit[]; busy: boolean } {
  const asked = text.trim();
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
      },
    },
    { enabled: asked !== '', keepPrevious: true },
  );
  const hits = asked !== '' && answer.data ? readHits(answer.data.value as JsonObject).hits : [];
  return { hits, busy: answer.isFetching };
}
