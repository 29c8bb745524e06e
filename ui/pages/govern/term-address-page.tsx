import { getGlossaryTermById } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf, encodeSegment } from '../../data/addresses/addresses.js';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Async } from '../../kit/states/states.js';
import { termType } from './types.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Terms by their id, as links to versions name them, lead to their pages; so do names. */
export function TermAddressPage() {
  const [, named = '', ...rest] = useSegments();
  const isId = ID.test(named);
  const answer = useOperation(
    getGlossaryTermById,
    { params: { id: named }, query: { include: 'all' } },
    { enabled: isId },
  );
  const to = (fqn: string) => [addressOf(termType.type, fqn), ...rest.map(encodeSegment)].join('/');
  if (!isId) return <Navigate to={to(named)} replace />;
  return (
    <Async of={answer}>{({ fullyQualifiedName = named }) => <Navigate to={to(fullyQualifiedName)} replace />}</Async>
  );
}
