import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';
import { Card } from './card.js';
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
