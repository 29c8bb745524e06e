import { useQueries } from '@tanstack/react-query';
import { searchIncidentStatuses } from 'cairn/client';
import { queryClient } from '../../data/query-client.js';
import { operationQuery } from '../../data/use-operation.js';

export const VIEWS = ['open', 'New', 'Ack', 'Assigned', 'Resolved'] as const;
export type IncidentView = (typeof VIEWS)[number];
const OPEN = ['New', 'Ack', 'Assigned'] as const;

/** Incidents by the newest state of each, the newest first; open ones are of three states. `table`: only those of its tests. */
export function useIncidents(view: IncidentView, limit: number, table?: string) {
  const states = view === 'open' ? OPEN : [view];
  const answers = useQueries(
    {
      queries: states.map((testCaseResolutionStatusType) =>
        operationQuery(searchIncidentStatuses, {
          query: {
            latest: true,
            limit,
            testCaseResolutionStatusType,
            ...(table === undefined ? {} : { originEntityFQN: table }),
          },
        }),
      ),
    },
    queryClient,
  );
  const incidents = answers
    .flatMap(({ data }) => data?.value.data ?? [])
    .sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
  const total = answers.reduce((sum, { data }) => sum + (data?.value.paging.total ?? 0), 0);
  const isWhole = answers.every(({ data }) => data !== undefined);
  const answer = {
    data: isWhole ? { value: incidents } : undefined,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
  };
  return { answer, incidents, total };
}
