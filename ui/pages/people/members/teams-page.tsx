import { listTeams } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useOperation } from '../../../data/use-operation.js';
import { Async } from '../../../kit/states/states.js';

/** The team above all teams: its page shows the whole tree. */
export function TeamsPage() {
  const answer = useOperation(listTeams, { query: { teamType: 'Organization', limit: 1 } });
  return (
    <Async of={answer}>
      {({ data: [top] }) => (
        <Navigate to={addressOf('team', top?.fullyQualifiedName ?? top?.name ?? 'Organization')} replace />
      )}
    </Async>
  );
}
