import { Navigate, useSearchParams } from 'react-router';
import { session } from '../../data/session.js';
import { useStore } from '../../data/use-store.js';
import { ownPath } from './own-path.js';
import { SignInPage } from './sign-in-page.js';

/** `/signin`: leads on to the page that was wanted, once somebody is signed in. */
export function SignInRoute() {
  const [search] = useSearchParams();
  const { status } = useStore(session);
  if (status === 'loading') return null;
  return status === 'open' ? <Navigate to={ownPath(search.get('from'))} replace /> : <SignInPage />;
}
