import { getQueryById } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { EntityFrame } from '../../entities/frame/entity-frame.js';
import { Async } from '../../kit/states/states.js';
import { queryType } from './types.js';

/** `/query/{fqn}`: one query. */
export function QueryPage() {
  return <EntityFrame page={queryType} />;
}

/** `/query-view/{asset}/{id}`, where links of tables and mails lead. */
export function QueryAddressPage() {
  const segments = useSegments();
  const id = segments.at(-1) ?? '';
  const answer = useOperation(
    getQueryById,
    { params: { id }, query: { include: 'all' } },
    { enabled: segments.length > 2 },
  );
  return (
    <Async of={answer}>
      {({ fullyQualifiedName, name }) => (
        <Navigate to={addressOf(queryType.type, fullyQualifiedName ?? name)} replace />
      )}
    </Async>
  );
}
