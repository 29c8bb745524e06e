import { getDataContractByName } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Async } from '../../kit/states/states.js';

/** A contract by its name, as messages link to it: shown on the page of what it is about. */
export function ContractPage() {
  const [, fqn = ''] = useSegments();
  const answer = useOperation(getDataContractByName, { params: { fqn }, query: {} });
  return (
    <Async of={answer}>
      {({ entity }) => <Navigate to={addressOf(entity.type, entity.fullyQualifiedName ?? '', 'contract')} replace />}
    </Async>
  );
}
