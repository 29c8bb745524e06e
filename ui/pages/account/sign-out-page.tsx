import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { session, signOut } from '../../data/session.js';
import { useStore } from '../../data/use-store.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import { Card } from './card.js';

export function SignOutPage() {
  const t = useWords(accountWords);
  const { status } = useStore(session);
  useEffect(() => void signOut(), []);
  if (status !== 'none') return null;
  return (
    <Card title={t('signedOut')}>
      <Button component={Link} to="/signin" fullWidth>
        {t('signIn')}
      </Button>
    </Card>
  );
}
