import { getGlossaryTermById } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf, encodeSegment } from '../../data/addresses/addresses.js';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { isId } from '../../entities/fields/values.js';
import { Async } from '../../kit/states/states.js';
import { termType } from './types.js';

/** Terms by their id, as links to versions name them, lead to their pages; so do names. */
export function TermAddressPage() {
  const [, named = '', ...rest] = useSegments();
  const byId = isId(named);
  const answer = useOperation(
    getGlossaryTermById,
    { params: { id: named }, query: { include: 'all' } },
    { enabled: byId },
  );
  const to = (fqn: string) => [addressOf(termType.type, fqn), ...rest.map(encodeSegment)].join('/');
  if (!byId) return <Navigate to={to(named)} replace />;
  return (
    <Async of={answer}>{({ fullyQualifiedName = named }) => <Navigate to={to(fullyQualifiedName)} replace />}</Async>
  );
}
