import { Button, PasswordInput } from '@mantine/core';
import { resetUserPassword } from 'cairn/client';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { cairn } from '../../data/client.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';
import { Card } from './card.js';
import { FormError, SendForm } from './send-form.js';

/** Where the link of the message leads: `?user=…&token=…`. */
export function ResetPage() {
  const t = useWords(accountWords);
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  async function send(fields: FormData) {
    const password = String(fields.get('password'));
    const confirmPassword = String(fields.get('again'));
    if (password !== confirmPassword) throw new FormError(t('differ'));
    const [username, token] = [search.get('user'), search.get('token')];
    if (!username || !token) throw new FormError(t('linkBroken'));
    await cairn.call(resetUserPassword, { body: { username, token, password, confirmPassword } });
    setDone(true);
  }
  if (done)
    return (
      <Card title={t('resetDone')}>
        <p className={classes.text}>{t('resetDoneText')}</p>
        <Button component={Link} to="/signin" fullWidth>
          {t('signIn')}
        </Button>
      </Card>
    );
  const field = { autoComplete: 'new-password', required: true, withAsterisk: false };
  return (
    <Card title={t('resetTitle')}>
      <SendForm send={send} button={t('setPassword')}>
        <input hidden readOnly autoComplete="username" value={search.get('user') ?? ''} />
        <PasswordInput name="password" label={t('newPassword')} description={t('passwordRule')} {...field} autoFocus />
        <PasswordInput name="again" label={t('repeatPassword')} {...field} />
      </SendForm>
    </Card>
  );
}
