import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ClientError, Input, Operation, Page, ShapeOf } from 'cairn/client';
import { useMemo } from 'react';
import { cairn } from './client.js';
import { queryClient } from './query-client.js';

/** An operation that lists by cursor. */
export type Listing<Item = unknown> = Operation<{
  params: object;
  query: { limit?: number; after?: string };
  body: undefined;
  answer: Page<Item>;
}>;

/** A long list, of which the first pages are loaded. */
export interface Paged<Item> {
  rows: readonly Item[];
  /** Undefined until the first page is there. */
  total: number | undefined;
  error: ClientError | null;
  /** There are further pages. */
  hasMore: boolean;
  isComing: boolean;
  more(): void;
  refetch(): unknown;
}

type ItemOf<O extends Operation> = ShapeOf<O>['answer'] extends Page<infer Item> ? Item : never;

const SIZE = 200;
/** Milliseconds for which loaded pages count as fresh, so that a long list is not reloaded whenever the user comes back to it. */
const STALE = 5 * 60_000;

function pagesQuery<O extends Operation>(operation: O, input: Input<O>, size: number) {
  const { params, query } = input as { params?: object; query?: object };
  return infiniteQueryOptions<
    Page<ItemOf<O>>,
    ClientError,
    InfiniteData<Page<ItemOf<O>>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [operation, 'pages', { params, query }, size],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => {
      const page = { ...query, limit: size, ...(pageParam === undefined ? {} : { after: pageParam }) };
      return cairn.call(operation as Listing<ItemOf<O>>, { ...(params ? { params } : {}), query: page, signal });
    },
    getNextPageParam: ({ paging }) => paging.after,
    staleTime: STALE,
  });
}

/** Loads the first page of a list that will be shown. */
export function prefetchPages<O extends Operation>(operation: O, input: Input<O>, size = SIZE): void {
  void queryClient.prefetchInfiniteQuery(pagesQuery(operation, input, size));
}

/** A list of any length, page by page: `usePages(listTags, { query: { parent: fqn } })`. */
export function usePages<O extends Operation>(operation: O, input: Input<O>, size = SIZE): Paged<ItemOf<O>> {
  const answer = useInfiniteQuery(pagesQuery(operation, input, size), queryClient);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, error } = answer;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  return {
    rows,
    total: data?.pages[0]?.paging.total,
    error,
    hasMore: hasNextPage,
    isComing: isFetchingNextPage,
    more() {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refetch,
  };
}
