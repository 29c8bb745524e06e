// Reading through the cache. The key of a query is the operation and what it was asked with, so equal questions are one request.
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ClientError, Input, Operation, ShapeOf } from 'cairn/client';
import { cairn } from './client.js';
import { queryClient } from './query-client.js';

export interface Loaded<T> {
  value: T;
  etag: string | null;
}

export interface ReadOptions {
  /** False: not yet, because something it needs is not known. */
  enabled?: boolean;
  /** Milliseconds for which the answer is not asked for again. */
  staleTime?: number;
  /** Keeps showing the last answer while the next one loads: for pages of a list. */
  keepPrevious?: boolean;
  /** Is not asked for again while it is shown, so that nothing moves under the eyes of who reads it. */
  still?: boolean;
  /** Milliseconds between repetitions, for what changes by itself. */
  every?: number;
}

type Given<O extends Operation> = Partial<Input<O>> extends Input<O> ? Input<O> | undefined : Input<O>;

/** The key of what `useOperation` keeps. Shorter keys name more: `[operation]` all that was asked of it. */
export function keyOf<O extends Operation>(operation: O, input?: Partial<Input<O>>): readonly unknown[] {
  const { params, query, body } = (input ?? {}) as { params?: unknown; query?: unknown; body?: unknown };
  return input === undefined ? [operation] : [operation, { params, query, body }];
}

export function operationQuery<O extends Operation>(operation: O, input: Given<O>, options: ReadOptions = {}) {
  const key = keyOf(operation, (input ?? {}) as Partial<Input<O>>);
  return queryOptions<Loaded<ShapeOf<O>['answer']>, ClientError>({
    queryKey: key,
    async queryFn({ signal }) {
      // Operations that need input have it by the type of this function. No `ifNoneMatch`: followers, votes and what is inherited
      // change without a new version of the entity.
      const answer = await cairn.send(operation, { ...input, signal } as never);
      return { value: answer.value, etag: answer.etag };
    },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.every === undefined ? {} : { refetchInterval: options.every }),
    ...(options.still ? { refetchOnWindowFocus: isMissing, refetchOnReconnect: isMissing } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

const isMissing = ({ state }: { state: { data?: unknown } }) => state.data === undefined;

export type Read<T> = UseQueryResult<Loaded<T>, ClientError>;

/** What an operation answers, kept and shared: `const table = useOperation(getTableByName, { params: { fqn } })`. */
export function useOperation<O extends Operation>(
  operation: O,
  input: Given<O>,
  options: ReadOptions = {},
): Read<ShapeOf<O>['answer']> {
  return useQuery(operationQuery(operation, input, options), queryClient);
}

/** Whether it is the answer to what was asked last, and not one that is kept until that is there. */
export const isAnswered = ({ isPending, isPlaceholderData }: Read<unknown>): boolean =>
  !isPending && !isPlaceholderData;

/** Loads what will probably be shown next: on hover and focus of links. Never rejects. */
export function prefetch<O extends Operation>(operation: O, input: Given<O>): Promise<void> {
  return queryClient.prefetchQuery(operationQuery(operation, input));
}

/** Asks again for all that is shown of these operations; for after a write. */
export function refresh(...operations: Operation[]): Promise<unknown> {
  return Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: keyOf(operation) })));
}
