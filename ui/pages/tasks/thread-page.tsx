import { getThreadByID } from 'cairn/client';
import { Navigate } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { readEntityLink } from '../../data/addresses/entity-links.js';
import { useSegments } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Async } from '../../kit/states/states.js';

/** A conversation by its id, as mails link to it: shown with the others about its entity. */
export function ThreadPage() {
  const [, id = ''] = useSegments();
  const answer = useOperation(getThreadByID, { params: { id } });
  return (
    <Async of={answer}>
      {({ about, resolved }) => {
        const { type, fqn } = readEntityLink(about) ?? { type: '', fqn: '' };
        const address = fqn === '' ? '/my-data' : addressOf(type, fqn, 'activity_feed', 'conversations');
        return <Navigate to={`${address}${resolved ? '?state=resolved' : ''}`} replace />;
      }}
    </Async>
  );
}
