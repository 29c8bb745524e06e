import { useQuery } from '@tanstack/react-query';
import { ClientError } from 'cairn/client';
import { useEffect } from 'react';
import { cairn } from '../../data/client.js';
import { isBeingEdited, lockEntity, lockedEntities } from '../../data/editing/edit.js';
import { queryClient } from '../../data/query-client.js';
import { keyOf, type Loaded } from '../../data/use-operation.js';
import { useStore } from '../../data/use-store.js';
import type { entityOperations } from '../entity-operations.js';
import type { Entity } from '../entity-page.js';

const EVERY = 15_000;
/** While it is being deleted, in milliseconds. */
const SOON = 1000;

type Get = ReturnType<typeof entityOperations>['get'];
type News = { is: 'changed'; loaded: Loaded<Entity> } | { is: 'gone' } | null;

export interface Changes {
  /** What somebody else has made of it since it was loaded. */
  news: News;
  /** The server is deleting or restoring it with everything in it, and takes no edits. */
  isLocked: boolean;
  show(): void;
}

/** Looks whether the entity on the page is still what is stored: every 15 seconds, and when somebody comes back to the page. */
export function useChanges(
  get: Get,
  input: { params: { fqn: string }; query: { fields?: string; include?: string } },
  known: Loaded<Entity> | undefined,
): Changes {
  const id = known?.value.id ?? '';
  const etag = known?.etag ?? null;
  const isLocked = useStore(lockedEntities).has(id);
  const key = keyOf(get, input);
  const { data: seen = null } = useQuery<News, ClientError>(
    {
      queryKey: ['news', ...key, etag],
      queryFn: ({ signal }) => lookFor(get, { ...input, signal, retries: 0, ifNoneMatch: etag ?? undefined }),
      enabled: etag !== null,
      initialData: null,
      staleTime: EVERY,
      throwOnError: false,
      refetchInterval: isLocked ? SOON : EVERY,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
    },
    queryClient,
  );
  const news = isBeingEdited(id) ? null : seen;
  function show() {
    if (news?.is === 'changed') queryClient.setQueryData(key, news.loaded);
    else void queryClient.resetQueries({ queryKey: key });
    lockEntity(id, false);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each of the news
  useEffect(() => {
    if (isLocked && news !== null) show(); // a user who waits for the deletion to end wants to see the result
  }, [isLocked, news]);
  return { news, isLocked, show };
}

async function lookFor(get: Get, input: object): Promise<News> {
  try {
    const { changed, value, etag } = await cairn.send(get, input as Parameters<typeof cairn.send<Get>>[1]);
    return changed ? { is: 'changed', loaded: { value, etag } } : null;
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return { is: 'gone' };
    throw error;
  }
}
