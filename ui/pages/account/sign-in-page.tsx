import { Navigate, useSearchParams } from 'react-router';
import { session } from '../../data/session.js';
import { useStore } from '../../data/store.js';
import { Link } from '../../kit/link.js';
import { accountWords } from '../../words/account.js';
import { useWords } from '../../words/define-words.js';
import classes from './account.module.css';
import { Card } from './card.js';
import { ownPath } from './own-path.js';
import { SignInForm } from './sign-in-form.js';
import { useAuthConfig } from './use-auth-config.js';

export function SignInPage() {
  const t = useWords(accountWords);
  const { signUp } = useAuthConfig();
  return (
    <Card title={t('signInTo')}>
      <SignInForm />
      <div className={classes.links}>
        <Link to="/forgot-password">{t('forgot')}</Link>
        {signUp ? <Link to="/signup">{t('signUp')}</Link> : null}
      </div>
    </Card>
  );
}

/** `/signin`: leads on to the page that was wanted, once somebody is signed in. */
export function SignInRoute() {
  const [search] = useSearchParams();
  const { status } = useStore(session);
  if (status === 'loading') return null;
  return status === 'open' ? <Navigate to={ownPath(search.get('from'))} replace /> : <SignInPage />;
}
