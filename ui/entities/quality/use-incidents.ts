import { searchIncidentStatuses } from 'cairn/client';
import { useOperation } from '../../data/use-operation.js';
import type { IncidentState } from './incident-state.js';

export const VIEWS = ['open', 'New', 'Ack', 'Assigned', 'Resolved'] as const;
export type IncidentView = (typeof VIEWS)[number];
const OPEN = ['New', 'Ack', 'Assigned'] as const;

interface Narrowed {
  /** Only incidents of the tests of this table. */
  table?: string | undefined;
  /** Only incidents assigned to this user or team, by name. */
  assignee?: string;
}

/** Incidents whose newest state is this one. Without a state, no request is sent. */
function useInState(state: IncidentState | undefined, limit: number, { table, assignee }: Narrowed) {
  return useOperation(
    searchIncidentStatuses,
    {
      query: {
        latest: true,
        limit,
        testCaseResolutionStatusType: state ?? 'New',
        ...(table === undefined ? {} : { originEntityFQN: table }),
        ...(assignee ? { assignee } : {}),
      },
    },
    { enabled: state !== undefined },
  );
}

/** Incidents of a view, newest first. The API lists one state at a time, so the open ones take three requests. */
export function useIncidents(view: IncidentView, limit: number, narrowed: Narrowed = {}) {
  const [first, second, third] = view === 'open' ? OPEN : [view];
  const all = [
    useInState(first, limit, narrowed),
    useInState(second, limit, narrowed),
    useInState(third, limit, narrowed),
  ];
  const answers = view === 'open' ? all : all.slice(0, 1);
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
