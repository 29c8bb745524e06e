import { QueryClient } from '@tanstack/react-query';
import { ClientError } from 'cairn/client';
import { session } from './session.js';

/** The client of `cairn/client` repeats what can be repeated, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      // Browsers only guess whether they are online, and a request that waits for that looks like one that takes long.
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: (error) => !(error instanceof ClientError),
    },
  },
});

let userId: string | undefined;

// What one person could see is not for the next.
session.subscribe(() => {
  const now = session.get();
  const next = now.status === 'open' || now.status === 'ended' ? now.user.id : undefined;
  if (userId !== undefined && userId !== next) queryClient.clear();
  userId = next;
});
